/// A name for a run by all that its result depends on.
#pragma once

#include <string>
#include <string_view>

#include "testbenches/flybar/prepare/prepare.h"

namespace flybar::program {

/// 32 hexadecimal digits (XXH3, 128 bits).
std::string fingerprint(std::string_view text);
/// Of the bytes of a file. Throws ConfigurationError if it cannot be read.
std::string fingerprint_of_file(const std::string& path);

/// What people see of fingerprint_of_firmware(): 8 digits of each image, behind its name if it is
/// one that lies beside this program: "trapeze.elf 90dcd83b".
std::string short_firmware(const std::string& fingerprints);

/// Of the image, or the images, that the chips of a run load; empty if there is none.
std::string fingerprint_of_firmware(const Prepared& prepared);

/// Of the program, the firmware, the experiment and every parameter. `program` is the fingerprint
/// of this program's file. How the chip is stepped does not count: the results are the same.
std::string fingerprint(const std::string& program, const Prepared& prepared,
                        const RunRequest& request);

}  // namespace flybar::program
