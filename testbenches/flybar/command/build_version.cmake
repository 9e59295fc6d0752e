# Writes OUTPUT with the commit of SOURCE, when it has changed: run at every build.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
  OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT commit)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[// Made by CMake.
#define FLYBAR_VERSION "@VERSION@"
#define FLYBAR_COMMIT "@commit@"
#define FLYBAR_COMPILER "@COMPILER@"
]])
