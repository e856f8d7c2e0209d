# Compiles a header, and writes beside it a checksum of what went into it: ccache takes
# that (CCACHE_PCH_EXTSUM) for the header's own, which holds the folder's name. So what is
# compiled with the header is found again in another folder.
#
# usage: cmake -DSOURCES=FOLDER -DBUILD=FOLDER -P Precompile.cmake -- COMPILER ARGUMENTS...
cmake_minimum_required(VERSION 3.20)
set(command)
set(quoted)
set(output)
set(dependencies)
math(EXPR end "${CMAKE_ARGC} - 1")
foreach(i RANGE 1 ${end})
  set(arg "${CMAKE_ARGV${i}}")
  if(DEFINED begun)
    list(APPEND command "${arg}")
    # A list would lose empty arguments, and where one with a semicolon ends.
    string(APPEND quoted " [==[${arg}]==]")
    if(last STREQUAL "-o")
      set(output "${arg}")
    elseif(last STREQUAL "-MF")
      set(dependencies "${arg}")
    endif()
    set(last "${arg}")
  elseif(arg STREQUAL "--")
    set(begun TRUE)
  endif()
endforeach()
if("${output}" STREQUAL "" OR "${dependencies}" STREQUAL "")
  message(FATAL_ERROR "expected -o FILE and -MF FILE among the arguments, "
                      "but got:${quoted}")
endif()
file(REMOVE "${output}.sum")
cmake_language(EVAL CODE "execute_process(COMMAND${quoted} RESULT_VARIABLE failed)")
if(failed)
  message(FATAL_ERROR "could not precompile ${output}")
endif()

# Takes the names of the folders out of `text`.
function(make_relative name text)
  string(REPLACE "${BUILD}/" "build:" text "${text}")
  string(REPLACE "${SOURCES}/" "" text "${text}")
  set(${name} "${text}" PARENT_SCOPE)
endfunction()

# The command, and the files that were read.
make_relative(text "${command}")
file(READ "${dependencies}" files)
string(REGEX REPLACE "^[^:]*:|\\\\\n" "" files "${files}")
separate_arguments(files NATIVE_COMMAND "${files}")
list(SORT files)
foreach(file IN LISTS files)
  file(SHA256 "${file}" sum)
  file(REAL_PATH "${file}" path)
  make_relative(path "${path}")
  string(APPEND text "\n${path} ${sum}")
endforeach()
string(SHA256 text "${text}")
file(WRITE "${output}.sum" "${text}\n")
