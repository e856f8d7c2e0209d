# How the project finds MLIR and declares its parts. Everything links the shared
# libMLIR and libLLVM and nothing else of LLVM: the per-library imported targets
# (MLIRIR, MLIROptLib, ...) are archives, and one of them would put a second MLIR
# with its own type ids into the process.
include_guard()

# --- MLIR ---------------------------------------------------------------------
# Debian keeps LLVM outside CMake's default search paths; llvm-config knows.
find_program(XLA_LLVM_CONFIG NAMES llvm-config-22 llvm-config)
if(XLA_LLVM_CONFIG)
  execute_process(COMMAND "${XLA_LLVM_CONFIG}" --prefix OUTPUT_VARIABLE llvm_prefix
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
find_package(MLIR 22.1 REQUIRED CONFIG HINTS "${llvm_prefix}")
message(STATUS "MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")
list(APPEND CMAKE_MODULE_PATH "${LLVM_CMAKE_DIR}" "${MLIR_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
# add_mlir_doc writes below this folder; unset, it would write to /docs.
set(MLIR_BINARY_DIR "${CMAKE_BINARY_DIR}")

# --- Flags ---------------------------------------------------------------------
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib;${LLVM_LIBRARY_DIR}")
separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${llvm_definitions})
# -fPIC by hand: CMake's property gives -fPIE to executables, which could then not
# use the libraries' precompiled header.
add_compile_options(-fPIC -Wall -Wextra -Wno-unused-parameter -fno-exceptions
                    -ffunction-sections -fdata-sections)
# The build id tells builds apart, in the keys of cached code too.
add_link_options(-Wl,--gc-sections -Wl,--build-id=sha1)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_link_options(-fuse-ld=lld)
  # The same header gives the same PCH byte for byte, so that ccache may reuse
  # what was compiled with it.
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
endif()

find_program(XLA_CCACHE ccache)
if(XLA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache's manual asks for this where a PCH is used.
  set(ccache "${CMAKE_COMMAND}" -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime)
  # What one folder has compiled is known in another, if both are as deep below their
  # sources: paths are relative, a PCH counts by what went into it (Precompile.cmake),
  # and so the options that name it, which ccache would leave absolute, do not count.
  set(relative "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}")
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  get_directory_property(options COMPILE_OPTIONS)
  string(REPLACE "-Xclang -fno-pch-timestamp" "" options "${options}")
  if(NOT "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}} ${options}" MATCHES "-Xclang")
    list(APPEND relative CCACHE_PCH_EXTSUM=1 CCACHE_IGNOREOPTIONS=-Xclang)
  endif()
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ccache} ${relative} "${XLA_CCACHE}")
  set(XLA_PCH_LAUNCHER "${CMAKE_COMMAND}" "-DSOURCES=${CMAKE_SOURCE_DIR}"
      "-DBUILD=${CMAKE_BINARY_DIR}" -P "${CMAKE_CURRENT_LIST_DIR}/Precompile.cmake"
      -- ${ccache} "${XLA_CCACHE}")
endif()

# A compile step peaks below 1 GiB (g++: 1.5), a link far lower; a machine with
# little memory gets fewer jobs than processors.
cmake_host_system_information(RESULT memory_mib QUERY TOTAL_PHYSICAL_MEMORY)
math(EXPR compile_jobs "${memory_mib} / 1500")
if(compile_jobs LESS 1)
  set(compile_jobs 1)
endif()
set_property(GLOBAL PROPERTY JOB_POOLS compile=${compile_jobs} link=2)
set(CMAKE_JOB_POOL_COMPILE compile)
set(CMAKE_JOB_POOL_LINK link)

option(XLA_SANITIZE "Address and undefined-behaviour sanitizers in our code" OFF)
if(XLA_SANITIZE)
  # Not of functions: their types are looked for before the code, and code of our
  # own has none there, nor always memory.
  add_compile_options(-fsanitize=address,undefined
                      $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=function>
                      -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
else()
  # Not with sanitizers: their run time is linked into executables only.
  add_link_options(-Wl,-z,defs)
endif()

# --- Parts ----------------------------------------------------------------------
# xla_add_tablegen(TARGET FILE.td OUTPUT FLAGS... [, OUTPUT FLAGS...]...)
# One public TableGen target per .td file; "," separates the outputs.
function(xla_add_tablegen target td)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(TABLEGEN_OUTPUT)
  set(output)
  foreach(arg IN LISTS ARGN ITEMS ",")
    if(arg STREQUAL ",")
      mlir_tablegen(${output})
      set(output)
    else()
      list(APPEND output ${arg})
    endif()
  endforeach()
  add_public_tablegen_target(${target})
  add_dependencies(mlir-headers ${target})
endfunction()

# What a library precompiles is named by XLA_PCH, a variable of its folder, because
# most of a file's compile time is headers: MLIR's for the dialects themselves; ours
# as well for what stands above them; LLVM's for the last phases. An object library
# holds each, the others reuse it.
set(XLA_PCH_MLIR
  <mlir/Dialect/Func/IR/FuncOps.h> <mlir/Dialect/Linalg/IR/Linalg.h>
  <mlir/Dialect/Tensor/IR/Tensor.h> <mlir/IR/BuiltinOps.h>
  <mlir/IR/PatternMatch.h> <mlir/Pass/Pass.h>
  <mlir/Transforms/DialectConversion.h>)
set(XLA_PCH_HLO ${XLA_PCH_MLIR}
  <xla/Dialect/HLO/IR/HLOOps.h> <xla/Dialect/CHLO/IR/CHLOOps.h>
  <mlir/Dialect/Arith/IR/Arith.h> <mlir/Dialect/Complex/IR/Complex.h>
  <mlir/Dialect/Math/IR/Math.h> <mlir/Dialect/MemRef/IR/MemRef.h>
  <mlir/Dialect/SCF/IR/SCF.h> <mlir/Pass/PassManager.h>
  <mlir/Transforms/GreedyPatternRewriteDriver.h>)
set(XLA_PCH_LLVM ${XLA_PCH_HLO}
  <mlir/Dialect/GPU/IR/GPUDialect.h> <mlir/Dialect/LLVMIR/LLVMDialect.h>
  <mlir/Dialect/LLVMIR/NVVMDialect.h> <mlir/Target/LLVMIR/ModuleTranslation.h>
  <llvm/IR/Module.h>)
set(XLA_PCH MLIR)

function(xla_use_pch target)
  if(NOT XLA_ENABLE_PCH)
    return()
  endif()
  set(holder XLAPrecompiled${XLA_PCH})
  if(NOT TARGET ${holder})
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/${holder}.cpp" CONTENT "")
    add_library(${holder} OBJECT "${CMAKE_BINARY_DIR}/${holder}.cpp")
    add_dependencies(${holder} mlir-headers)
    target_precompile_headers(${holder} PRIVATE ${XLA_PCH_${XLA_PCH}})
    if(XLA_PCH_LAUNCHER)
      set_target_properties(${holder} PROPERTIES
        CXX_COMPILER_LAUNCHER "${XLA_PCH_LAUNCHER}")
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${holder})
endfunction()

# xla_add_library(NAME FILES... [LINK_LIBS OUR_LIBS...])
function(xla_add_library name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_dependencies(${name} mlir-headers)
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS} MLIR LLVM)
  target_include_directories(${name} INTERFACE $<INSTALL_INTERFACE:include>)
  xla_use_pch(${name})
  set_property(GLOBAL APPEND PROPERTY XLA_LIBRARIES ${name})
  install(TARGETS ${name} EXPORT XLAMLIRTargets)
endfunction()

# xla_add_executable(NAME FILES... [LINK_LIBS OUR_LIBS...])
function(xla_add_executable name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  add_dependencies(${name} mlir-headers)
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} MLIR LLVM)
  xla_use_pch(${name})
  if(XLA_SANITIZE)
    target_sources(${name} PRIVATE
      "${PROJECT_SOURCE_DIR}/utils/cmake/SanitizerDefaults.cpp")
  endif()
endfunction()

# The same, installed.
function(xla_add_tool name)
  xla_add_executable(${name} ${ARGN})
  install(TARGETS ${name} EXPORT XLAMLIRCoreTargets)
endfunction()

# Libraries, headers and tools as the CMake package XLAMLIR: what stands behind a C
# ABI and the tools (XLAMLIRCoreTargets), which want nothing of MLIR, and the C++
# libraries, which want all of it. Also as packages of pkg-config.
function(xla_install_package)
  include(CMakePackageConfigHelpers)
  set(where lib/cmake/XLAMLIR)
  install(EXPORT XLAMLIRCoreTargets DESTINATION ${where} NAMESPACE XLAMLIR::)
  install(FILES utils/cmake/XLAAddModel.cmake DESTINATION ${where})
  foreach(part runtime compiler)
    configure_file("utils/cmake/xla-${part}.pc.in" "${CMAKE_BINARY_DIR}/xla-${part}.pc"
                   @ONLY)
    install(FILES "${CMAKE_BINARY_DIR}/xla-${part}.pc" DESTINATION lib/pkgconfig)
  endforeach()
  install(DIRECTORY include/xla include/xla-c "${CMAKE_BINARY_DIR}/include/xla"
          DESTINATION include
          FILES_MATCHING PATTERN "*.h" PATTERN "*.inc" PATTERN "*.td"
          PATTERN "CMakeFiles" EXCLUDE)
  install(EXPORT XLAMLIRTargets DESTINATION ${where})
  configure_package_config_file(utils/cmake/XLAMLIRConfig.cmake.in
    "${CMAKE_BINARY_DIR}/XLAMLIRConfig.cmake" INSTALL_DESTINATION ${where})
  write_basic_package_version_file("${CMAKE_BINARY_DIR}/XLAMLIRConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
  install(FILES "${CMAKE_BINARY_DIR}/XLAMLIRConfig.cmake"
    "${CMAKE_BINARY_DIR}/XLAMLIRConfigVersion.cmake" DESTINATION ${where})
  install(FILES LICENSE DESTINATION share/doc/xla-mlir)
endfunction()
