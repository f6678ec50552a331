# Run by pto_rewrite(<target> HEADERS) behind the rewriter:
#
#   cmake -DRULES=<dep-file> -DROOT=<source directory> -DBUILD=<its build directory> -DFOLDER=<copies>
#         -DTARGET=<first copy> -DDEPFILE=<out> -P PtoHeaders.cmake
#
# The rewriter has written the sources and those headers that hold kernels. A header
# without one may include a header with one, and would find the original beside itself.
# So the others are mirrored, too: then all that the copies include is a copy.
# DEPFILE says on what all of that depends, as one rule.

cmake_minimum_required(VERSION 3.25)
file(READ "${RULES}" rules)
string(REPLACE ";" "\\;" rules "${rules}")
string(REGEX REPLACE "\\\\\n *" "\n" rules "${rules}")
string(REPLACE "\n" ";" lines "${rules}")
set(inputs)
foreach(line IN LISTS lines)
  string(STRIP "${line}" line)
  if(line AND NOT line MATCHES ":$")
    list(APPEND inputs "${line}")
  endif()
endforeach()
list(REMOVE_DUPLICATES inputs)

set(rule "${TARGET}")
string(REPLACE " " "\\ " rule "${rule}")
string(APPEND rule ":")
file(REAL_PATH "${ROOT}" real_root)
file(REAL_PATH "${BUILD}" real_build)
foreach(escaped IN LISTS inputs)
  string(APPEND rule " \\\n  ${escaped}")
  string(REPLACE "\\ " " " input "${escaped}")
  string(REPLACE "\\#" "#" input "${input}")
  string(REPLACE "$$" "$" input "${input}")
  cmake_path(IS_PREFIX real_root "${input}" below)
  cmake_path(IS_PREFIX real_build "${input}" built)
  if(NOT below OR built)
    continue()
  endif()
  cmake_path(RELATIVE_PATH input BASE_DIRECTORY "${real_root}" OUTPUT_VARIABLE name)
  set(copy "${FOLDER}/${name}")
  file(READ "${input}" text)
  # What the rewriter wrote names its original in the first line, as this does.
  set(mirrored "#line 1 \"${ROOT}/${name}\"\n${text}")
  if(EXISTS "${copy}" AND "${copy}" IS_NEWER_THAN "${input}")
    continue()
  endif()
  file(WRITE "${copy}" "${mirrored}")
endforeach()
file(WRITE "${DEPFILE}" "${rule}\n")
