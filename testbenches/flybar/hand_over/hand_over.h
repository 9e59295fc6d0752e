/// The program that has the chip in SystemVerilog in it takes the command over.
#pragma once

namespace flybar::program {

/// Starts flybar-rtl, which lies beside this program, with the same arguments in the place of this
/// process. In a build directory it is built first if it is not there: that takes minutes, and is
/// said on the terminal. Throws ConfigurationError if there is none, if it cannot be built, or if
/// it is of another version.
[[noreturn]] void hand_over_to_rtl();

/// In the program that takes over: refuses what a program of another version hands over.
void require_same_version();

}  // namespace flybar::program
