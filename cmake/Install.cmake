# cmake --install build --prefix DIR; users then say find_package(pto), which gives
# them pto::dsl, pto::pto-rewrite, and the functions of PtoRewrite.cmake.

include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/pto")

install(DIRECTORY dsl/pto DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
install(TARGETS pto_dsl EXPORT ptoTargets)
if(PTO_BUILD_TOOL)
  set_target_properties(pto-rewrite PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS pto-rewrite pto-c++ EXPORT ptoTargets RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(TARGETS pto-tidy pto-tidy-checks LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/pto")
endif()
install(EXPORT ptoTargets NAMESPACE pto:: DESTINATION "${package_dir}")

set(PTO_TIDY_MODULE "${CMAKE_INSTALL_LIBDIR}/pto/pto-tidy.so")
configure_package_config_file(cmake/ptoConfig.cmake.in "${PROJECT_BINARY_DIR}/ptoConfig.cmake"
  INSTALL_DESTINATION "${package_dir}" PATH_VARS PTO_TIDY_MODULE)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/ptoConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/ptoConfig.cmake" "${PROJECT_BINARY_DIR}/ptoConfigVersion.cmake" cmake/PtoRewrite.cmake
        DESTINATION "${package_dir}")
