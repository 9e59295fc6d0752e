/// Makes one image of several relocatable objects.
#pragma once

#include <vector>

#include "models/lanai/image/elf_object.h"
#include "models/lanai/image/image.h"

namespace flybar::lanai {

/// Least memory left between the image and the top of the SRAM, for the stack (G).
constexpr Bytes kLeastStack{1024};

/// As load_image, for objects already read. Throws ImageError.
Image link(const std::vector<ElfObject>& objects, Bytes sram);

}  // namespace flybar::lanai
