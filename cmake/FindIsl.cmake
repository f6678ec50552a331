# Isl::isl, the integer set library. Debian's package has no CMake config.
#
# The static one, its symbols hidden: libLLVM exports another version of isl
# (Polly's), and the dynamic linker would mix the two.
find_path(ISL_INCLUDE_DIR isl/set.h)
find_library(ISL_LIBRARY libisl.a)
find_library(GMP_LIBRARY gmp)
mark_as_advanced(ISL_INCLUDE_DIR ISL_LIBRARY GMP_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Isl REQUIRED_VARS ISL_LIBRARY GMP_LIBRARY ISL_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "install libisl-dev, or run scripts/bootstrap")

if(Isl_FOUND AND NOT TARGET Isl::isl)
  add_library(Isl::isl STATIC IMPORTED)
  set_target_properties(Isl::isl PROPERTIES
    IMPORTED_LOCATION "${ISL_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${ISL_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${GMP_LIBRARY}" INTERFACE_LINK_OPTIONS "LINKER:--exclude-libs,libisl.a")
endif()
