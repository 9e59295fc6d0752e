/// What to say of names that no object defines.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "models/common/fault.h"

namespace flybar::lanai {

/// The object that uses a name, and the name.
using Undefined = std::set<std::pair<std::string, std::string>>;

/// All of them at once. A helper of the compiler is told with the file of firmware/common that has
/// it; one for floating point, with that there is none. `names` is not empty.
Fault undefined_fault(const Undefined& names);

/// The file of firmware/common that defines a name, without its folder; empty if none does.
std::string file_with(const std::string& name);

}  // namespace flybar::lanai
