/// The earliest of several instants, and the earliest of all but one.
#pragma once

#include <algorithm>
#include <cstddef>

#include "models/common/units.h"

namespace flybar {

class Earliest {
 public:
  void add(Time at, std::size_t number) {
    if (at < first_)
      others_ = first_, first_ = at, number_ = number;
    else
      others_ = std::min(others_, at);
  }
  Time first() const { return first_; }
  Time second() const { return others_; }
  /// The earliest of all but those that were added with `number`.
  Time but(std::size_t number) const { return number == number_ ? others_ : first_; }

 private:
  Time first_ = Time::never();
  Time others_ = Time::never();
  std::size_t number_ = 0;  ///< with which first_ was added
};

}  // namespace flybar
