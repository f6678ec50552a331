# pto_rewrite(<target> [TARGET <name>] [THREADS openmp] [OPT <0-3>] [PASSES <pipeline>] [ALLOW <classes>] [FUNCTIONS <regex>] [HEADERS])
#
# Builds <target> from rewritten copies of its C++ sources. Each copy is a build
# action of its own, made below the target's binary directory when its source, a
# header, the tool or the compile command changes, and at no other time. Compilers
# and debuggers speak of the lines of the originals.
#
#   add_executable(kernels gelu.cpp rows.cpp)
#   target_link_libraries(kernels PRIVATE pto::dsl)
#   pto_rewrite(kernels PASSES "fold-no-op-reshape,fuse-create-assemble-to-slice")
#
# With HEADERS, headers below the current source directory are rewritten as well, where
# all sources of <target> agree. Then the copies are made by one action, which touches
# those that become different, and so are copies of the other headers there; include directories below it find the copies.
#
# pto_rewrite_check(<target> [TIDY [CHECKS <globs>]] [<options as above>])
#
# Makes <target>-pto-check, which fails when a source of <target> would change, and
# says where. With TIDY, compiling <target> also shows what clang-tidy's pto checks
# suggest (all of them, or those that the globs name).
#
# pto_rewrite_fix(<target> [<options as above>])
#
# Makes <target>-pto-fix, which rewrites the sources of <target> in place: all or none.
#
# A source is read with the very flags that compile it: they come from
# compile_commands.json, so all that CMake knows about the target counts, also what
# is said after these calls. Quoted includes are found next to the original.
#
# Call them in the directory that made the target. Generators: Ninja, also for several
# configurations, and Makefiles.

include_guard(GLOBAL)

cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

# Properties, not variables: the functions are known everywhere, variables only below here.
set_property(GLOBAL PROPERTY PTO_REWRITE_MODULES "${CMAKE_CURRENT_LIST_DIR}")

function(pto_rewrite target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HEADERS" "TARGET;THREADS;OPT;PASSES;ALLOW;FUNCTIONS" "")
  _pto_rewrite_begin(pto_rewrite ${target} "")

  # The database is written anew by every configuration; this copy of it changes
  # only when its content does.
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/pto-rewrite/${target}")
  set(database "${folder}/compile_commands.json")
  add_custom_command(OUTPUT "${database}"
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${CMAKE_BINARY_DIR}/compile_commands.json" "${database}"
    DEPENDS "${CMAKE_BINARY_DIR}/compile_commands.json"
    COMMENT "Reading the compile commands of ${target}" VERBATIM)

  get_target_property(sources ${target} SOURCES)
  set(new_sources)
  set(together) # with HEADERS, what one action rewrites
  foreach(source IN LISTS sources)
    _pto_rewrite_original("${source}" original)
    cmake_path(IS_PREFIX CMAKE_CURRENT_SOURCE_DIR "${original}" NORMALIZE below)
    cmake_path(IS_PREFIX CMAKE_CURRENT_BINARY_DIR "${original}" NORMALIZE built)
    if(original AND arg_HEADERS AND below AND NOT built)
      _pto_rewrite_copy("${original}" copy)
      list(APPEND new_sources "${copy}")
      list(APPEND together "${original}")
    elseif(original)
      _pto_rewrite_source("${original}" copy)
      list(APPEND new_sources "${copy}")
    else()
      list(APPEND new_sources "${source}")
    endif()
  endforeach()
  if(together)
    _pto_rewrite_together(${target} ${together})
    list(APPEND new_sources "${folder}/together.stamp")
  endif()
  set_target_properties(${target} PROPERTIES SOURCES "${new_sources}" PTO_REWRITTEN ON)
  # Of the whole target: g++ uses no precompiled header that was made with other macros.
  target_compile_definitions(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:PTO_NO_NOTES>)
endfunction()

function(pto_rewrite_check target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "TIDY;HEADERS" "CHECKS;TARGET;THREADS;OPT;PASSES;ALLOW;FUNCTIONS" "")
  _pto_rewrite_begin(pto_rewrite_check ${target} "[TIDY [CHECKS <globs>]] ")
  _pto_rewrite_sources(${target} sources)
  add_custom_target(${target}-pto-check
    COMMAND pto::pto-rewrite --check -Rpass=. ${options} -p "${CMAKE_BINARY_DIR}" ${sources}
    DEPENDS ${sources}
    COMMENT "Looking for what pto-rewrite would change in ${target}" VERBATIM)
  if(NOT arg_TIDY)
    return()
  endif()
  find_program(PTO_CLANG_TIDY NAMES clang-tidy-22 DOC "the clang-tidy that loads pto-tidy.so" REQUIRED)
  get_property(module GLOBAL PROPERTY PTO_TIDY_MODULE)
  if(NOT EXISTS "${module}" AND NOT TARGET pto-tidy)
    message(FATAL_ERROR "pto_rewrite_check(${target}): TIDY needs the clang-tidy module, and '${module}' is not there; install pto-tidy")
  endif()
  if(NOT DEFINED arg_CHECKS)
    set(arg_CHECKS "pto-*")
  endif()
  set_target_properties(${target} PROPERTIES
    CXX_CLANG_TIDY "${PTO_CLANG_TIDY};--quiet;--load=${module};--checks=-*,${arg_CHECKS}")
endfunction()

function(pto_rewrite_fix target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HEADERS" "TARGET;THREADS;OPT;PASSES;ALLOW;FUNCTIONS" "")
  _pto_rewrite_begin(pto_rewrite_fix ${target} "")
  _pto_rewrite_sources(${target} sources)
  add_custom_target(${target}-pto-fix
    COMMAND pto::pto-rewrite -i -Rpass=. ${options} -p "${CMAKE_BINARY_DIR}" ${sources}
    DEPENDS ${sources}
    COMMENT "Rewriting the sources of ${target} in place" VERBATIM)
endfunction()

# Checks the call, which has parsed its arguments into arg_..., and sets the tool's
# `options` and the files that they name, `option_files`, for it.
macro(_pto_rewrite_begin name target more)
  if(DEFINED arg_UNPARSED_ARGUMENTS OR DEFINED arg_KEYWORDS_MISSING_VALUES OR (DEFINED arg_OPT AND DEFINED arg_PASSES))
    message(FATAL_ERROR "${name}(${target}): usage: ${name}(<target> ${more}[TARGET <name>] [THREADS openmp] [OPT <0-3>] [PASSES <pipeline>] [ALLOW <classes>] [FUNCTIONS <regex>] [HEADERS]), OPT or PASSES")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${name}: there is no target '${target}'")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "^Ninja|Makefiles$")
    message(FATAL_ERROR "${name}: the generator '${CMAKE_GENERATOR}' writes no compile_commands.json; use Ninja, Ninja Multi-Config or Unix Makefiles")
  endif()
  get_target_property(directory ${target} SOURCE_DIR)
  if(NOT directory STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "${name}(${target}): call it in '${directory}', where the target is made")
  endif()
  get_target_property(rewritten ${target} PTO_REWRITTEN)
  if(rewritten)
    message(FATAL_ERROR "${name}(${target}): the target is built from rewritten copies already, by pto_rewrite()")
  endif()
  get_target_property(in_place ${target} PTO_IN_PLACE)
  if("${name}" STREQUAL "pto_rewrite" AND in_place)
    message(FATAL_ERROR "${name}(${target}): the target's own sources are checked or fixed, so they are what is built")
  elseif(NOT "${name}" STREQUAL "pto_rewrite")
    set_target_properties(${target} PROPERTIES PTO_IN_PLACE ON)
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)

  set(options)
  set(option_files)
  if(arg_PASSES MATCHES "^@(.+)$" AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${CMAKE_MATCH_1}")
    set(option_files "${CMAKE_CURRENT_SOURCE_DIR}/${CMAKE_MATCH_1}")
    set(arg_PASSES "@${option_files}")
  endif()
  foreach(each TARGET:--target= THREADS:--threads= OPT:-O PASSES:--passes= ALLOW:--allow= FUNCTIONS:--functions=)
    string(REGEX MATCH "^([A-Z]+):(.*)$" each "${each}")
    if(DEFINED arg_${CMAKE_MATCH_1})
      list(APPEND options "${CMAKE_MATCH_2}${arg_${CMAKE_MATCH_1}}")
    endif()
  endforeach()
  if(arg_HEADERS)
    list(APPEND options --headers "--source-root=${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
endmacro()

# The file that `source` of a target names, when it is C++ that can be rewritten, else "".
function(_pto_rewrite_original source result)
  set(${result} "" PARENT_SCOPE)
  cmake_path(GET source EXTENSION LAST_ONLY extension)
  string(SUBSTRING "${extension}" 1 -1 extension)
  if(source MATCHES "\\$<" OR NOT extension IN_LIST CMAKE_CXX_SOURCE_FILE_EXTENSIONS)
    return()
  endif()
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE original)
  if(NOT EXISTS "${original}") # a generated one
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE OUTPUT_VARIABLE original)
  endif()
  set(${result} "${original}" PARENT_SCOPE)
endfunction()

# The C++ sources of a target; generated ones are nobody's to change.
function(_pto_rewrite_sources target result)
  get_target_property(sources ${target} SOURCES)
  set(originals)
  foreach(source IN LISTS sources)
    _pto_rewrite_original("${source}" original)
    get_source_file_property(generated "${source}" GENERATED)
    if(original AND NOT generated)
      list(APPEND originals "${original}")
    endif()
  endforeach()
  if(NOT originals)
    message(FATAL_ERROR "pto_rewrite: the target '${target}' has no C++ source of its own")
  endif()
  set(${result} "${originals}" PARENT_SCOPE)
endfunction()

# Where the copy of a source is, with what is said about the original in this
# directory; reads folder of the caller.
function(_pto_rewrite_copy original result)
  cmake_path(RELATIVE_PATH original BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE below)
  string(REPLACE ".." "_up" below "${below}")
  set(copy "${folder}/${below}")
  cmake_path(GET original PARENT_PATH home)
  foreach(property COMPILE_DEFINITIONS COMPILE_FLAGS COMPILE_OPTIONS INCLUDE_DIRECTORIES OBJECT_DEPENDS SKIP_PRECOMPILE_HEADERS)
    get_source_file_property(value "${original}" ${property})
    if(value)
      set_source_files_properties("${copy}" PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  set_property(SOURCE "${copy}" APPEND PROPERTY COMPILE_OPTIONS -iquote "${home}")
  set_source_files_properties("${copy}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON) # a command of its own
  set(${result} "${copy}" PARENT_SCOPE)
endfunction()

# One source by an action of its own; reads database, options and option_files of the caller.
function(_pto_rewrite_source original result)
  _pto_rewrite_copy("${original}" copy)
  cmake_path(RELATIVE_PATH original BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE below)
  add_custom_command(OUTPUT "${copy}"
    COMMAND pto::pto-rewrite ${options} -p "${database}" "--command-of=${copy}"
            -o "${copy}" --line-directives "--dep-file=${copy}.d" "${original}"
    DEPENDS "${original}" "${database}" ${option_files} pto::pto-rewrite "$<TARGET_FILE:pto::pto-rewrite>"
    DEPFILE "${copy}.d"
    COMMENT "Rewriting ${below}" VERBATIM)
  set(${result} "${copy}" PARENT_SCOPE)
endfunction()

# Sources and headers by one action; reads what _pto_rewrite_source does.
function(_pto_rewrite_together target)
  set(copies)
  foreach(original IN LISTS ARGN)
    _pto_rewrite_copy("${original}" copy)
    list(APPEND copies "${copy}")
  endforeach()
  # The action writes what is new beside the copies, and touches those alone that become different: what is compiled of
  # the others stays. So there is a file of its own that says when it ran.
  set(stamp "${folder}/together.stamp")
  set(fresh "${folder}.fresh")
  # The database has the commands of the copies; read so, they are those of the originals.
  set(originals "${folder}/originals")
  get_property(modules GLOBAL PROPERTY PTO_REWRITE_MODULES)
  add_custom_command(OUTPUT "${stamp}" BYPRODUCTS ${copies}
    COMMAND "${CMAKE_COMMAND}" -E rm -rf "${fresh}"
    COMMAND "${CMAKE_COMMAND}" "-DDATABASE=${database}" "-DFROM=${folder}/" "-DTO=${CMAKE_CURRENT_SOURCE_DIR}/"
            "-DOUT=${originals}/compile_commands.json" -P "${modules}/PtoDatabase.cmake"
    COMMAND pto::pto-rewrite ${options} -p "${originals}" "--output-dir=${fresh}" --line-directives
            "--dep-file=${folder}/rules.d" ${ARGN}
    COMMAND "${CMAKE_COMMAND}" "-DRULES=${folder}/rules.d" "-DROOT=${CMAKE_CURRENT_SOURCE_DIR}" "-DBUILD=${CMAKE_BINARY_DIR}"
            "-DFRESH=${fresh}" "-DFOLDER=${folder}" "-DTARGET=${stamp}" "-DDEPFILE=${folder}/together.d" -P "${modules}/PtoHeaders.cmake" -- ${ARGN}
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${ARGN} "${database}" ${option_files} pto::pto-rewrite "$<TARGET_FILE:pto::pto-rewrite>"
    DEPFILE "${folder}/together.d"
    COMMENT "Rewriting the sources and headers of ${target}" VERBATIM)
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _pto_rewrite_includes [[${target}]] [[${folder}]])")
endfunction()

# Include directories below the source directory are looked for among the copies first.
function(_pto_rewrite_includes target folder)
  get_target_property(precompiled ${target} PRECOMPILE_HEADERS)
  string(FIND "${precompiled}" "${CMAKE_CURRENT_SOURCE_DIR}/" own)
  if(NOT own EQUAL -1)
    message(FATAL_ERROR "pto_rewrite(${target}): with HEADERS a header of '${CMAKE_CURRENT_SOURCE_DIR}' cannot be precompiled: its original would be compiled beside its copy")
  endif()
  get_target_property(directories ${target} INCLUDE_DIRECTORIES)
  set(mirrored)
  foreach(directory IN LISTS directories)
    if(directory MATCHES "\\$<")
      continue()
    endif()
    cmake_path(IS_PREFIX CMAKE_CURRENT_SOURCE_DIR "${directory}" NORMALIZE below)
    if(below)
      cmake_path(RELATIVE_PATH directory BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE below)
      cmake_path(APPEND folder "${below}" OUTPUT_VARIABLE copy)
      cmake_path(NORMAL_PATH copy)
      list(APPEND mirrored "${copy}")
    endif()
  endforeach()
  if(mirrored)
    target_include_directories(${target} BEFORE PRIVATE ${mirrored})
  endif()
endfunction()

cmake_policy(POP)
