/// Prints how fast the simulator is, with the complete model: NIC cycles a second, and as a part of
/// real time. `speed --run JOB MESSAGES` runs one job alone, to be measured by another program;
/// `speed --run-every-clock JOB MESSAGES` steps it clock by clock.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>

#include <systemc>

#include "testbenches/tests/cost/jobs.h"
#include "testbenches/tests/cost/table.h"

int sc_main(int argc, char** argv) {
  namespace fs = std::filesystem;
  try {
    const std::string option = argc == 4 ? argv[1] : "";
    if (option == "--run" || option == "--run-every-clock") {
      using flybar::Stepping;
      flybar::speed::run_alone(argv[2], argv[3],
                               option == "--run" ? Stepping::kFast : Stepping::kEveryClock);
      return 0;
    }
    const fs::path program = fs::read_symlink("/proc/self/exe");
    flybar::speed::print_stepping();
    flybar::speed::print_tracing();
    flybar::speed::print_command(program.parent_path() / "flybar");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "speed: %s\n", error.what());
    return 1;
  }
  return 0;
}

/// Instead of the library's main, which prints a banner into the table.
int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
