/// Which program this is.
#pragma once

#include <string>

namespace flybar::program {

/// "0.9.0"
std::string version();
/// Of the results that are written as JSON; it grows when a field changes its meaning or goes.
inline constexpr int kSchema = 2;
/// "flybar 0.9.0, commit 0123abc, GNU 12.2.0, Release"
std::string version_text();
/// The commit that it was built from, with "-dirty" if files had changed; "unknown" outside of git.
std::string commit();
std::string compiler();
/// A digest of all that flybar and flybar-rtl are made of: sources, compiler and options. Two
/// programs with the same one have the same model and the same RTL.
std::string sources();

}  // namespace flybar::program
