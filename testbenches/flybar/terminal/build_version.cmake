# Writes OUTPUT with the commit of SOURCE and a digest of all that the program is made of, when these have changed: run
# at every build.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
  OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT commit)
  set(commit unknown)
endif()

# flybar and flybar-rtl alike; the commit of an edited tree says no more than that it is edited.
set(folders models rtl firmware traces/sinks testbenches/experiments testbenches/flybar
  testbenches/programs)
list(TRANSFORM folders PREPEND ${SOURCE}/)
list(TRANSFORM folders APPEND /*)
file(GLOB_RECURSE files RELATIVE ${SOURCE} LIST_DIRECTORIES false ${folders})
list(FILTER files EXCLUDE REGEX "_test[.]|[.]md$|[.]pyc$")
set(sources "${COMPILER} ${OPTIONS}\n")
foreach(file CMakeLists.txt ${files})
  file(SHA256 ${SOURCE}/${file} digest)
  string(APPEND sources "${digest} ${file}\n")
endforeach()
string(SHA256 sources "${sources}")
string(SUBSTRING ${sources} 0 32 sources)

file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[// Made by CMake.
#define FLYBAR_VERSION "@VERSION@"
#define FLYBAR_COMMIT "@commit@"
#define FLYBAR_COMPILER "@COMPILER@"
#define FLYBAR_SOURCES "@sources@"
]])
