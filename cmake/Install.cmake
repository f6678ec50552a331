# cmake --install build --prefix DIR; users then say find_package(pto), which gives
# them pto::dsl, pto::pto-rewrite, and the functions of PtoRewrite.cmake.
#
# Components, which are Debian packages too (Packages.cmake): dsl, tool, tidy. What
# find_package() reads is the same for every machine, so it is in share/.

include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_DATADIR}/cmake/pto")

# --- dsl ------------------------------------------------------------------------
install(DIRECTORY dsl/pto DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dsl FILES_MATCHING PATTERN "*.h")
install(TARGETS pto_dsl EXPORT ptoTargets COMPONENT dsl)
install(EXPORT ptoTargets NAMESPACE pto:: DESTINATION "${package_dir}" COMPONENT dsl)
configure_package_config_file(cmake/ptoConfig.cmake.in "${PROJECT_BINARY_DIR}/ptoConfig.cmake"
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/ptoConfigVersion.cmake" COMPATIBILITY SameMinorVersion
  ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/ptoConfig.cmake" "${PROJECT_BINARY_DIR}/ptoConfigVersion.cmake"
  DESTINATION "${package_dir}" COMPONENT dsl)
if(NOT PTO_BUILD_TOOL) # ends this file only
  return()
endif()

# --- tool -----------------------------------------------------------------------
# Debian has LLVM's libraries where the linker looks anyway; others need its place.
if(NOT EXISTS "/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/libclang-cpp.so.${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR}")
  set_target_properties(pto-rewrite PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
endif()
install(TARGETS pto-rewrite pto-c++ EXPORT ptoToolTargets RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tool)
install(EXPORT ptoToolTargets NAMESPACE pto:: DESTINATION "${package_dir}" COMPONENT tool)
set(tidy_dir "${CMAKE_INSTALL_LIBDIR}/pto/clang-tidy-${LLVM_VERSION_MAJOR}")
set(PTO_TIDY_MODULE "${tidy_dir}/pto-tidy.so")
configure_package_config_file(cmake/ptoTool.cmake.in "${PROJECT_BINARY_DIR}/ptoTool.cmake"
  INSTALL_DESTINATION "${package_dir}" PATH_VARS PTO_TIDY_MODULE)
install(FILES "${PROJECT_BINARY_DIR}/ptoTool.cmake" cmake/PtoRewrite.cmake
        cmake/PtoDatabase.cmake cmake/PtoHeaders.cmake DESTINATION "${package_dir}" COMPONENT tool)

find_package(Python3 COMPONENTS Interpreter)
find_program(GZIP gzip)
if(Python3_FOUND AND GZIP)
  set(pages "${PROJECT_BINARY_DIR}/man/pto-rewrite.1.gz" "${PROJECT_BINARY_DIR}/man/pto-c++.1.gz")
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/man")
  add_custom_command(OUTPUT ${pages} WORKING_DIRECTORY "${PROJECT_BINARY_DIR}/man"
    COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/scripts/gen-man" "--tool=$<TARGET_FILE:pto-rewrite>" > pto-rewrite.1
    COMMAND "${GZIP}" -9nf pto-rewrite.1
    COMMAND "${GZIP}" -9nc "${PROJECT_SOURCE_DIR}/cmake/packages/pto-c++.1" > pto-c++.1.gz
    DEPENDS pto-rewrite "${PROJECT_SOURCE_DIR}/scripts/gen-man" "${PROJECT_SOURCE_DIR}/cmake/packages/pto-c++.1"
    COMMENT "Writing the manual pages" VERBATIM)
  add_custom_target(pto-man ALL DEPENDS ${pages})
  install(FILES ${pages} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT tool OPTIONAL)
endif()

# Shells look for completions below /usr and /usr/local alike, but for zsh on Debian: what packages bring has
# a folder of its own there.
set(completions "${PROJECT_BINARY_DIR}/completions")
file(MAKE_DIRECTORY "${completions}")
add_custom_command(OUTPUT "${completions}/pto-rewrite" "${completions}/_pto-rewrite" "${completions}/pto-rewrite.fish"
  COMMAND pto-rewrite --completion=bash > "${completions}/pto-rewrite"
  COMMAND pto-rewrite --completion=zsh > "${completions}/_pto-rewrite"
  COMMAND pto-rewrite --completion=fish > "${completions}/pto-rewrite.fish"
  DEPENDS pto-rewrite COMMENT "Writing the shell completions" VERBATIM)
add_custom_target(pto-completions ALL DEPENDS "${completions}/pto-rewrite")
install(FILES "${completions}/pto-rewrite" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT tool)
install(FILES "${completions}/_pto-rewrite" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" COMPONENT zsh)
install(FILES "${completions}/_pto-rewrite" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" COMPONENT tool
  EXCLUDE_FROM_ALL)
install(FILES "${completions}/pto-rewrite.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT tool)

# --- tidy -----------------------------------------------------------------------
install(TARGETS pto-tidy pto-tidy-checks LIBRARY DESTINATION "${tidy_dir}" COMPONENT tidy)
