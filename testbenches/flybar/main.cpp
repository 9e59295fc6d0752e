#include <cstdlib>

#include <systemc>

#include "models/rtl/seat.h"
#include "models/systems/systems.h"
#include "testbenches/flybar/command/commands.h"

int sc_main(int argc, char** argv) {
  // "Simulation stopped by user" would stand between the results.
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  flybar::rtl::add_cards(flybar::systems::parts().cards);
  return flybar::program::flybar(argc, argv);
}

/// Instead of the library's main, which prints a banner into the results.
int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
