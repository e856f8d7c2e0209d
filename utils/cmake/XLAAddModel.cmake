# xla_add_model(TARGET MODEL
#               [NAME symbol] [CPU name...] [TRIPLE triple] [OPTIONS flag...]
#               [PACKAGE] [ALONE])
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
include_guard()

function(xla_add_model target model)
  cmake_parse_arguments(ARG "PACKAGE;ALONE" "NAME;TRIPLE" "CPU;OPTIONS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "xla_add_model: expected NAME, CPU, TRIPLE, OPTIONS, PACKAGE or "
                        "ALONE, but got '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT ARG_NAME)
    set(ARG_NAME "${target}")
  endif()
  get_filename_component(model "${model}" ABSOLUTE)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.model")
  set(flags "--symbol=${ARG_NAME}" ${ARG_OPTIONS})
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
  add_custom_command(OUTPUT "${object}" "${header}"
    COMMAND XLAMLIR::xla-compile "${model}" ${flags} -o "${object}" "--header=${header}"
    DEPENDS "${model}" XLAMLIR::xla-compile
    COMMENT "Compiling model ${model}" VERBATIM)
  set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  add_library(${target} STATIC "${object}" "${header}")
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
  target_include_directories(${target} INTERFACE "${folder}"
    $<TARGET_PROPERTY:XLAMLIR::runtime,INTERFACE_INCLUDE_DIRECTORIES>)
  if(NOT ARG_ALONE)
    target_link_libraries(${target} INTERFACE XLAMLIR::runtime)
  endif()

  if(ARG_PACKAGE)
    set(package "${folder}/${ARG_NAME}.xla")
    add_custom_command(OUTPUT "${package}"
      COMMAND XLAMLIR::xla-compile "${model}" ${flags} -o "${package}"
      DEPENDS "${model}" XLAMLIR::xla-compile
      COMMENT "Packaging model ${model}" VERBATIM)
    add_custom_target(${target}_package ALL DEPENDS "${package}")
    set_target_properties(${target} PROPERTIES XLA_PACKAGE "${package}")
  endif()
endfunction()
