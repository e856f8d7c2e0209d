# Writes OUTPUT, C++ with the contents of the page's files in the folder SOURCE.
# The delimiter of the raw strings stands in none of them.
set(content "#include \"PageFiles.h\"\n\n")
foreach(pair kPage:page.html kPageStyle:page.css kLayoutScript:layout.js
             kProgramScript:program.js kViewScript:view.js
             kPageScript:page.js)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 variable)
  list(GET pair 1 file)
  file(READ "${SOURCE}/${file}" text)
  string(APPEND content
    "extern const llvm::StringLiteral xla::${variable} = R\"PAGE(${text})PAGE\";\n")
endforeach()
file(WRITE "${OUTPUT}" "${content}")
