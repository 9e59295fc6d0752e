/// One value for one parameter, as it is written.
#pragma once

#include <string>

namespace flybar::cluster {

struct Setting {
  std::string where;  ///< "x.toml:12", "--set"
  std::string key;
  std::string text;
};

}  // namespace flybar::cluster
