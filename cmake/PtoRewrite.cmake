# pto_rewrite(<target> [PASSES <pipeline>] [OPT <0-3>] [FUNCTIONS <regex>])
#
# Builds <target> from rewritten copies of its C++ sources. Each copy is a build
# action of its own, made below the target's binary directory when its source, a
# header, the tool or the compile command changes, and at no other time.
#
#   add_executable(kernels gelu.cpp rows.cpp)
#   target_link_libraries(kernels PRIVATE pto::dsl)
#   pto_rewrite(kernels PASSES "fold-no-op-reshape,fuse-create-assemble-to-slice")
#
# The source is read with the very flags that compile the copy: they come from
# compile_commands.json, so all that CMake knows about the target counts, also what
# is said after this call. Quoted includes are found next to the original.
#
# Call it in the directory that made the target. Generators: Ninja and Makefiles.

include_guard(GLOBAL)

cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

function(pto_rewrite target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PASSES;OPT;FUNCTIONS" "")
  if(DEFINED arg_UNPARSED_ARGUMENTS OR DEFINED arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "pto_rewrite(${target}): usage: pto_rewrite(<target> [PASSES <pipeline>] [OPT <0-3>] [FUNCTIONS <regex>])")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "pto_rewrite: there is no target '${target}'")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "^Ninja$|Makefiles$")
    message(FATAL_ERROR "pto_rewrite: the generator '${CMAKE_GENERATOR}' writes no compile_commands.json; use Ninja or Unix Makefiles")
  endif()
  get_target_property(directory ${target} SOURCE_DIR)
  if(NOT directory STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "pto_rewrite(${target}): call it in '${directory}', where the target is made")
  endif()

  set(options)
  if(DEFINED arg_PASSES)
    list(APPEND options "--passes=${arg_PASSES}")
  endif()
  if(DEFINED arg_OPT)
    list(APPEND options "-O${arg_OPT}")
  endif()
  if(DEFINED arg_FUNCTIONS)
    list(APPEND options "--functions=${arg_FUNCTIONS}")
  endif()

  # The database is written anew by every configuration; this copy of it changes
  # only when its content does.
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/pto-rewrite/${target}")
  set(database "${folder}/compile_commands.json")
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
  add_custom_command(OUTPUT "${database}"
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${CMAKE_BINARY_DIR}/compile_commands.json" "${database}"
    DEPENDS "${CMAKE_BINARY_DIR}/compile_commands.json"
    COMMENT "Reading the compile commands of ${target}" VERBATIM)

  get_target_property(sources ${target} SOURCES)
  set(new_sources)
  foreach(source IN LISTS sources)
    cmake_path(GET source EXTENSION LAST_ONLY extension)
    string(SUBSTRING "${extension}" 1 -1 extension)
    if(source MATCHES "\\$<" OR NOT extension IN_LIST CMAKE_CXX_SOURCE_FILE_EXTENSIONS)
      list(APPEND new_sources "${source}")
      continue()
    endif()
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE original)
    if(NOT EXISTS "${original}") # a generated one
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE OUTPUT_VARIABLE original)
    endif()
    _pto_rewrite_source("${original}" copy)
    list(APPEND new_sources "${copy}")
  endforeach()
  set_target_properties(${target} PROPERTIES SOURCES "${new_sources}")
endfunction()

# One source; reads folder, database and options of the caller.
function(_pto_rewrite_source original result)
  cmake_path(RELATIVE_PATH original BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE below)
  string(REPLACE ".." "_up" below "${below}")
  set(copy "${folder}/${below}")
  cmake_path(GET original PARENT_PATH home)

  # What is said about the original in this directory holds for the copy.
  foreach(property COMPILE_DEFINITIONS COMPILE_FLAGS COMPILE_OPTIONS INCLUDE_DIRECTORIES OBJECT_DEPENDS)
    get_source_file_property(value "${original}" ${property})
    if(value)
      set_source_files_properties("${copy}" PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  set_property(SOURCE "${copy}" APPEND PROPERTY COMPILE_OPTIONS -iquote "${home}")

  add_custom_command(OUTPUT "${copy}"
    COMMAND pto::pto-rewrite ${options} -p "${database}" "--command-of=${copy}"
            -o "${copy}" "--dep-file=${copy}.d" "${original}"
    DEPENDS "${original}" "${database}" pto::pto-rewrite
    DEPFILE "${copy}.d"
    COMMENT "Rewriting ${below}" VERBATIM)
  set(${result} "${copy}" PARENT_SCOPE)
endfunction()

cmake_policy(POP)
