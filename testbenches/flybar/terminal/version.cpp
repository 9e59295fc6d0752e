#include "testbenches/flybar/terminal/version.h"

#include "build_version.h"

namespace flybar::program {

std::string version() {
  return FLYBAR_VERSION;
}

std::string commit() {
  return FLYBAR_COMMIT;
}

std::string compiler() {
  return FLYBAR_COMPILER;
}

std::string sources() {
  return FLYBAR_SOURCES;
}

std::string version_text() {
  return "flybar " + version() + ", commit " + commit() + ", " + compiler() + "\n";
}

}  // namespace flybar::program
