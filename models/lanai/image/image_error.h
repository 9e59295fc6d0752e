/// Why a firmware image could not be loaded.
#pragma once

#include "models/contracts/code.h"

namespace flybar::lanai {

class ImageError : public FirmwareError {
  using FirmwareError::FirmwareError;
};

}  // namespace flybar::lanai
