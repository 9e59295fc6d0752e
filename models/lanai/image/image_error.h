/// Why a firmware image could not be loaded.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "models/common/fault.h"

namespace flybar::lanai {

class ImageError : public std::runtime_error {
 public:
  explicit ImageError(Fault fault) : std::runtime_error(fault.text()), fault_(std::move(fault)) {}
  const Fault& fault() const { return fault_; }

 private:
  Fault fault_;
};

}  // namespace flybar::lanai
