/// The program that has the chip in SystemVerilog in it takes the command over.
///
/// Who compares RTL with the model wants those of today. In a build directory each use therefore
/// builds both programs from the sources as they are. An installed program has no sources: both
/// carry a digest of theirs, and must have the same one.
#pragma once

namespace flybar::program {

/// Starts flybar-rtl, which lies beside this program, with the same arguments in the place of this
/// process. In a build directory both are brought up to date before: 0.3 s, or minutes the first
/// time, which is told on the terminal. Throws ConfigurationError if there is none, or if it cannot
/// be built.
[[noreturn]] void hand_over_to_rtl();

/// Whether a flybar-rtl, of today or not, lies beside this program.
bool rtl_is_built();

/// In the program that takes over: throws ConfigurationError if it is from other sources than the
/// one that hands over.
void require_same_sources();

}  // namespace flybar::program
