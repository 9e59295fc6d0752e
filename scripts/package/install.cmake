# What `cmake --install` puts where. The program finds its firmware and recordings in share/flybar beside bin.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(share ${CMAKE_INSTALL_DATADIR}/flybar)
install(TARGETS flybar RUNTIME)
# Built by those who want it.
install(TARGETS flybar-rtl RUNTIME OPTIONAL)
install(DIRECTORY ${PROJECT_BINARY_DIR}/firmware/ DESTINATION ${share}/firmware FILES_MATCHING PATTERN "*.elf"
  PATTERN "*.dir" EXCLUDE PATTERN CMakeFiles EXCLUDE)
install(DIRECTORY traces/workloads/ DESTINATION ${share}/workloads FILES_MATCHING PATTERN "*.workload")
install(DIRECTORY models/cluster/platforms models/cluster/systems DESTINATION ${share})
install(FILES traces/sinks/flybar.lua testbenches/flybar/results/results.schema.json DESTINATION ${share})
# The analyses in Python, and how their pictures look.
install(DIRECTORY scripts/analysis scripts/common scripts/plotting DESTINATION ${share} FILES_MATCHING PATTERN "*.py" PATTERN "*.toml"
  PATTERN __pycache__ EXCLUDE)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${FLYBAR_LWIP}/COPYING DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME LICENSE.lwip)

# Headers keep their paths, as they name each other by them.
foreach(folder models testbenches/experiments testbenches/programs traces/sinks firmware)
  install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/flybar/${folder}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" PATTERN models/inet/lwip EXCLUDE)
endforeach()

# For programs of modelled hosts.
install(PROGRAMS ${PROJECT_BINARY_DIR}/flybar-cc ${PROJECT_BINARY_DIR}/flybar-c++ DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS flybar_blocks ARCHIVE DESTINATION lib/flybar)
install(FILES models/process/program/flybar.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(TARGETS flybar_systemc EXPORT FlybarTargets)
set_target_properties(flybar_systemc PROPERTIES EXPORT_NAME systemc)
install(EXPORT FlybarTargets NAMESPACE flybar:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Flybar)
set(FLYBAR_SHARE ${share})
configure_package_config_file(scripts/package/FlybarConfig.cmake.in ${PROJECT_BINARY_DIR}/FlybarConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Flybar PATH_VARS FLYBAR_SHARE)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/FlybarConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/FlybarConfig.cmake ${PROJECT_BINARY_DIR}/FlybarConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Flybar)

# A group: archives name each other in no fixed order.
get_property(archives GLOBAL PROPERTY FLYBAR_ARCHIVES)
list(TRANSFORM archives PREPEND -l)
list(JOIN archives " " FLYBAR_ARCHIVES)
set(FLYBAR_ARCHIVES "-Wl,--start-group ${FLYBAR_ARCHIVES} -Wl,--end-group")
configure_file(scripts/package/flybar.pc.in ${PROJECT_BINARY_DIR}/flybar.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/flybar.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The manual page and the completions are made by the program from its own options.
set(manual)
foreach(made "flybar.1 man" "flybar.bash completion bash" "flybar.zsh completion zsh")
  string(REPLACE " " ";" command ${made})
  list(POP_FRONT command file)
  set(file ${PROJECT_BINARY_DIR}/${file})
  add_custom_command(OUTPUT ${file} COMMAND flybar ${command} > ${file} DEPENDS flybar VERBATIM)
  list(APPEND manual ${file})
endforeach()
add_custom_target(flybar_manual ALL DEPENDS ${manual})
get_property(archives GLOBAL PROPERTY FLYBAR_ARCHIVES)
add_custom_target(flybar_installed DEPENDS flybar flybar_manual ${archives} COMMENT "All that is installed")
install(FILES ${PROJECT_BINARY_DIR}/flybar.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_BINARY_DIR}/flybar.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME flybar)
# Where zsh looks for what others install, and where Debian's does for packages.
foreach(folder site-functions vendor-completions)
  install(FILES ${PROJECT_BINARY_DIR}/flybar.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${folder} RENAME _flybar)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME flybar)
set(CPACK_PACKAGE_CONTACT "The Flybar authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Cycle-level model of a programmable network card")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# Faster than xz, for a few MB more.
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
  "libsystemc-dev, libfmt-dev, libboost-context-dev, libdw-dev, libelf-dev, libtirpc-dev, gtkwave, tshark, python3-scipy, python3-openturns, python3-matplotlib")
include(CPack)
