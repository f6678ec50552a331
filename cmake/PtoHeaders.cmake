# Run by pto_rewrite(<target> HEADERS) behind the rewriter:
#
#   cmake -DRULES=<dep-file> -DROOT=<source directory> -DBUILD=<its build directory> -DFRESH=<what the rewriter wrote>
#         -DFOLDER=<copies> -DTARGET=<stamp> -DDEPFILE=<out> -P PtoHeaders.cmake -- <sources>
#
# The rewriter has written the sources and those headers that hold kernels. A header
# without one may include a header with one, and would find the original beside itself.
# So the others are mirrored, too: then all that the copies include is a copy.
#
# Copies that stay what they were are not touched, so that what was compiled of them
# stays. No generator knows of the copies of headers: where one becomes different, the
# sources that include it are touched. DEPFILE says on what all of that depends, as one
# rule.

cmake_minimum_required(VERSION 3.25)

# The path that a word of a dep-file names.
function(unescape word result)
  string(REPLACE "\\ " " " word "${word}")
  string(REPLACE "\\#" "#" word "${word}")
  string(REPLACE "$$" "$" word "${word}")
  set(${result} "${word}" PARENT_SCOPE)
endfunction()

set(sources) # relative to ROOT
set(behind OFF)
foreach(i RANGE ${CMAKE_ARGC})
  if(behind AND i LESS CMAKE_ARGC)
    cmake_path(RELATIVE_PATH CMAKE_ARGV${i} BASE_DIRECTORY "${ROOT}" OUTPUT_VARIABLE name)
    list(APPEND sources "${name}")
  elseif("${CMAKE_ARGV${i}}" STREQUAL "--")
    set(behind ON)
  endif()
endforeach()

file(READ "${RULES}" rules)
string(REPLACE ";" "\\;" rules "${rules}")
string(REGEX REPLACE "\\\\\n *" "\n" rules "${rules}")
string(REPLACE "\n" ";" lines "${rules}")

# --- what there is to copy -------------------------------------------------------
string(REPLACE " " "\\ " rule "${TARGET}:")
string(ASCII 239 187 191 byte_order_mark)
file(REAL_PATH "${ROOT}" real_root)
file(REAL_PATH "${BUILD}" real_build)
set(inputs)
foreach(line IN LISTS lines)
  string(STRIP "${line}" line)
  if(line AND NOT line MATCHES ":$")
    list(APPEND inputs "${line}")
  endif()
endforeach()
list(REMOVE_DUPLICATES inputs)
foreach(escaped IN LISTS inputs)
  string(APPEND rule " \\\n  ${escaped}")
  unescape("${escaped}" input)
  cmake_path(IS_PREFIX real_root "${input}" below)
  cmake_path(IS_PREFIX real_build "${input}" built)
  cmake_path(RELATIVE_PATH input BASE_DIRECTORY "${real_root}" OUTPUT_VARIABLE name)
  if(NOT below OR built OR EXISTS "${FRESH}/${name}")
    continue()
  endif()
  file(READ "${input}" text)
  set(first)
  string(FIND "${text}" "${byte_order_mark}" mark)
  if(mark EQUAL 0)
    set(first "${byte_order_mark}")
    string(SUBSTRING "${text}" 3 -1 text)
  endif()
  # What the rewriter wrote names its original in the first line, as this does.
  file(WRITE "${FRESH}/${name}" "${first}#line 1 \"${ROOT}/${name}\"\n${text}")
endforeach()

# --- the copies --------------------------------------------------------------------
file(GLOB_RECURSE names RELATIVE "${FRESH}" "${FRESH}/*")
set(different)
foreach(name IN LISTS names)
  set(before)
  if(EXISTS "${FOLDER}/${name}")
    file(SHA256 "${FOLDER}/${name}" before)
  endif()
  file(SHA256 "${FRESH}/${name}" after)
  if(NOT before STREQUAL after)
    cmake_path(GET name PARENT_PATH below)
    file(MAKE_DIRECTORY "${FOLDER}/${below}")
    file(COPY_FILE "${FRESH}/${name}" "${FOLDER}/${name}")
    if(NOT name IN_LIST sources)
      list(APPEND different "${real_root}/${name}")
    endif()
  endif()
endforeach()
set(user)
foreach(line IN LISTS lines)
  string(STRIP "${line}" line)
  unescape("${line}" path)
  if(path MATCHES "^(.*):$")
    cmake_path(RELATIVE_PATH CMAKE_MATCH_1 BASE_DIRECTORY "${FRESH}" OUTPUT_VARIABLE user)
  elseif(user IN_LIST sources AND path IN_LIST different)
    file(TOUCH "${FOLDER}/${user}")
  endif()
endforeach()
file(WRITE "${DEPFILE}" "${rule}\n")
