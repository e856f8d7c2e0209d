# xla_add_model(TARGET MODEL
#               [NAME symbol] [CPU name...] [TRIPLE triple] [OPTIONS flag...]
#               [WEIGHTS embed|file] [PACKAGE] [ALONE])
#
# Compiles the program in the file MODEL, of any format that xla-compile reads, when
# the project is built, and again when the file changes.
#
# TARGET becomes a library to link with: the code, and <NAME>.h to include, which
# declares how to call it. NAME is TARGET unless stated. With several processors in
# CPU the code has a version for each and takes the best when it runs; without any it
# is for the machine that compiles. OPTIONS are flags of xla-compile.
#
# With ALONE the target does not bring libxla_runtime: only <NAME>_run_alone of the
# header can be called then. With PACKAGE a package <NAME>.xla is made beside, whose
# path is the property XLA_PACKAGE of TARGET.
#
# With WEIGHTS file, large constants are not in the code but in a file <NAME>.weights,
# whose path is the property XLA_WEIGHTS of TARGET, for <NAME>_load_weights of the
# header; without large constants it is empty. The package holds them itself.
include_guard()

function(xla_add_model target model)
  # Not of ARGN, where options such as "--compile-options=a=1;b=2" are in pieces.
  cmake_parse_arguments(PARSE_ARGV 2 ARG
    "PACKAGE;ALONE" "NAME;TRIPLE;WEIGHTS" "CPU;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "xla_add_model: expected NAME, CPU, TRIPLE, OPTIONS, WEIGHTS, "
                        "PACKAGE or ALONE, but got '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT CMAKE_C_COMPILER)
    message(FATAL_ERROR "xla_add_model: expected a project with the language C, as in "
                        "project(${PROJECT_NAME} C CXX)")
  endif()
  if(ARG_WEIGHTS AND NOT ARG_WEIGHTS MATCHES "^(embed|file)$")
    message(FATAL_ERROR "xla_add_model: expected embed or file for WEIGHTS, but got "
                        "'${ARG_WEIGHTS}'")
  endif()
  if(NOT ARG_NAME)
    set(ARG_NAME "${target}")
  endif()
  get_filename_component(model "${model}" ABSOLUTE)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.model")
  set(flags "--symbol=${ARG_NAME};${ARG_OPTIONS}")
  if(ARG_CPU)
    list(JOIN ARG_CPU "," cpus)
    list(APPEND flags "--cpu=${cpus}")
  endif()
  if(ARG_TRIPLE)
    list(APPEND flags "--target=${ARG_TRIPLE}")
  endif()
  file(MAKE_DIRECTORY "${folder}")

  set(object "${folder}/${ARG_NAME}.o")
  set(header "${folder}/${ARG_NAME}.h")
  set(weights "")
  set(forget "")
  set(complete "")
  if(ARG_WEIGHTS STREQUAL "file")
    # There even if the program has none, or it would be made again each time.
    set(weights "${folder}/${ARG_NAME}.weights")
    set(forget COMMAND "${CMAKE_COMMAND}" -E rm -f "${weights}")
    set(complete --weights=file COMMAND "${CMAKE_COMMAND}" -E touch "${weights}")
  endif()
  add_custom_command(OUTPUT "${object}" "${header}" ${weights}
    ${forget}
    COMMAND XLAMLIR::xla-compile "${model}" ${flags} -o "${object}" "--header=${header}"
      ${complete}
    DEPENDS "${model}" XLAMLIR::xla-compile
    COMMENT "Compiling model ${model}" VERBATIM)
  set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  add_library(${target} STATIC "${object}" "${header}")
  set_target_properties(${target} PROPERTIES
    LINKER_LANGUAGE C XLA_WEIGHTS "${weights}")
  target_include_directories(${target} INTERFACE "${folder}"
    $<TARGET_PROPERTY:XLAMLIR::runtime,INTERFACE_INCLUDE_DIRECTORIES>)
  if(NOT ARG_ALONE)
    target_link_libraries(${target} INTERFACE XLAMLIR::runtime)
  endif()

  if(ARG_PACKAGE)
    set(package "${folder}/${ARG_NAME}.xla")
    if(weights)
      list(APPEND flags --weights=package)
    endif()
    add_custom_command(OUTPUT "${package}"
      COMMAND XLAMLIR::xla-compile "${model}" ${flags} -o "${package}"
      DEPENDS "${model}" XLAMLIR::xla-compile
      COMMENT "Packaging model ${model}" VERBATIM)
    add_custom_target(${target}_package ALL DEPENDS "${package}")
    set_target_properties(${target} PROPERTIES XLA_PACKAGE "${package}")
  endif()
endfunction()
