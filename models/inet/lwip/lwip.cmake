# lwIP as Debian has it, with the options of this folder. The state of one node lies in one section (one_section.ld), which
# models/inet/stack swaps: hence one object, made by the linker.
set(FLYBAR_LWIP ${PROJECT_SOURCE_DIR}/build/sources/lwip-2.1.3 CACHE PATH "Source of lwIP 2.1.3")
if(NOT EXISTS ${FLYBAR_LWIP}/src/Filelists.cmake)
  message(FATAL_ERROR "FLYBAR_LWIP: no source of lwIP in ${FLYBAR_LWIP}; allowed: the folder of lwIP 2.1.3; "
    "run scripts/setup")
endif()
# Of the names in its own list, which would also make libraries: the core and IPv4, without what the options leave out.
file(STRINGS ${FLYBAR_LWIP}/src/Filelists.cmake files REGEX "/src/core/(ipv4/)?[a-z0-9_]+\\.c")
list(FILTER files EXCLUDE REGEX "/(altcp.*|autoip|dhcp|dns|etharp|igmp|raw|stats|sys)\\.c")
list(TRANSFORM files REPLACE "^.*{LWIP_DIR}" ${FLYBAR_LWIP})
set(node ${CMAKE_CURRENT_LIST_DIR}/hooks.c ${CMAKE_CURRENT_LIST_DIR}/node.c)

# For those who call lwIP: its headers, and how it is built.
add_library(flybar_lwip_headers INTERFACE)
target_include_directories(flybar_lwip_headers SYSTEM INTERFACE ${FLYBAR_LWIP}/src/include)
target_include_directories(flybar_lwip_headers INTERFACE ${CMAKE_CURRENT_LIST_DIR})

add_library(flybar_lwip OBJECT ${files} ${node})
target_link_libraries(flybar_lwip PRIVATE flybar_lwip_headers)
# Exceptions pass through it. Its variables are only what it names itself: no counters of a profile, no redzones around
# them, no common blocks.
target_compile_options(flybar_lwip PRIVATE -fexceptions -fno-common -fno-lto -fno-profile-arcs -fno-test-coverage)
if(FLYBAR_SANITIZE)
  target_compile_options(flybar_lwip PRIVATE -fsanitize=${FLYBAR_SANITIZE} -fno-sanitize-recover=all
    "$<IF:$<C_COMPILER_ID:Clang>,SHELL:-mllvm -asan-globals=0,SHELL:--param asan-globals=0>")
endif()
set_target_properties(flybar_lwip PROPERTIES UNITY_BUILD OFF)
set_source_files_properties(${files} PROPERTIES COMPILE_OPTIONS -w)
set_source_files_properties(${node} PROPERTIES COMPILE_OPTIONS "-Wall;-Wextra;-Wpedantic;-Wshadow;-Werror")
set_source_files_properties(${FLYBAR_LWIP}/src/core/init.c PROPERTIES COMPILE_DEFINITIONS FLYBAR_LWIP_CONSTANTS)
set_source_files_properties(${FLYBAR_LWIP}/src/core/tcp_in.c PROPERTIES
  COMPILE_DEFINITIONS "FLYBAR_LWIP_INPUT;FLYBAR_LWIP_SEGMENTS")
set_source_files_properties(${FLYBAR_LWIP}/src/core/tcp_out.c PROPERTIES COMPILE_DEFINITIONS FLYBAR_LWIP_SEGMENTS)

set(FLYBAR_LWIP_OBJECT ${CMAKE_CURRENT_BINARY_DIR}/lwip.o)
set(script ${CMAKE_CURRENT_LIST_DIR}/one_section.ld)
add_custom_command(OUTPUT ${FLYBAR_LWIP_OBJECT}
  COMMAND ${CMAKE_LINKER} -r -d -T ${script} -o ${FLYBAR_LWIP_OBJECT} $<TARGET_OBJECTS:flybar_lwip>
  DEPENDS flybar_lwip $<TARGET_OBJECTS:flybar_lwip> ${script}
  COMMENT "lwIP as one object" COMMAND_EXPAND_LISTS VERBATIM)
