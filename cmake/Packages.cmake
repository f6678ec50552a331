# cpack makes a .deb of each component, for the Debian release that it runs on:
#
#   cmake --preset release && cmake --build build && cpack --config build/CPackConfig.cmake -B build/packages
#
#   pto-dsl-dev   the headers, and what find_package(pto) reads
#   pto-rewrite   the tool, the launcher, and the functions for CMake
#   pto-tidy      the module for clang-tidy
#
# test/tools/packages installs them in a bare Debian and builds examples/consumer there.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pto-rewrite)
set(CPACK_PACKAGE_VENDOR "pto-rewrite")
set(CPACK_PACKAGE_CONTACT "pto-rewrite maintainers <maintainers@users.noreply.a-seed-376a4f7b.example>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL dsl tool tidy)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

# What the description of a package has in common, and its own.
set(about "pto is a header-only C++20 DSL for tensor and tile kernels; pto-rewrite reads
C++ with such kernels and writes it back with the kernels optimised.")

set(CPACK_DEBIAN_DSL_PACKAGE_NAME pto-dsl-dev)
set(CPACK_DEBIAN_DSL_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DSL_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DSL_DESCRIPTION "tensor and tile kernels in C++: headers of the pto DSL
${about}

This package has the headers, with which kernels compile and run by
themselves, and the files for find_package(pto) of CMake.")
set(CPACK_DEBIAN_DSL_PACKAGE_SUGGESTS "pto-rewrite, pto-tidy")

set(CPACK_DEBIAN_TOOL_PACKAGE_NAME pto-rewrite)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOL_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS "libclang-common-${LLVM_VERSION_MAJOR}-dev")
set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS "pto-dsl-dev, libstdc++-dev")
set(CPACK_DEBIAN_TOOL_PACKAGE_SUGGESTS "pto-tidy, ccache, distcc")
set(CPACK_DEBIAN_TOOL_DESCRIPTION "optimise tensor and tile kernels from C++ to C++
${about}

This package has the tool, pto-c++, which rewrites what a compiler is about
to compile, and functions for CMake.")

set(CPACK_DEBIAN_TIDY_PACKAGE_NAME pto-tidy)
set(CPACK_DEBIAN_TIDY_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TIDY_PACKAGE_SHLIBDEPS ON)
math(EXPR next_minor "${LLVM_VERSION_MINOR} + 1")
set(CPACK_DEBIAN_TIDY_PACKAGE_DEPENDS
  "clang-tidy-${LLVM_VERSION_MAJOR} (>= 1:${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR}~), clang-tidy-${LLVM_VERSION_MAJOR} (<< 1:${LLVM_VERSION_MAJOR}.${next_minor}~)")
set(CPACK_DEBIAN_TIDY_PACKAGE_RECOMMENDS pto-dsl-dev)
set(CPACK_DEBIAN_TIDY_DESCRIPTION "clang-tidy checks for tensor and tile kernels in C++
${about}

This package has a module for clang-tidy, whose checks suggest what
pto-rewrite would do, and find kernels that lose what they compute.")

# --- what Debian wants beside the files ------------------------------------------------
configure_file(cmake/packages/changelog.in "${PROJECT_BINARY_DIR}/debian/changelog" @ONLY)
execute_process(COMMAND "${GZIP}" -9nc "${PROJECT_BINARY_DIR}/debian/changelog"
  OUTPUT_FILE "${PROJECT_BINARY_DIR}/debian/changelog.gz" COMMAND_ERROR_IS_FATAL ANY)
foreach(each dsl:pto-dsl-dev tool:pto-rewrite tidy:pto-tidy)
  string(REPLACE ":" ";" each "${each}")
  list(POP_FRONT each component)
  install(FILES "${PROJECT_BINARY_DIR}/debian/changelog.gz" cmake/packages/copyright
    DESTINATION "share/doc/${each}" COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

include(CPack)
