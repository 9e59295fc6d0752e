/// An image as others know code: models/contracts/code.h.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "models/contracts/code.h"
#include "models/lanai/image/image.h"

namespace flybar::lanai {

/// What `image` knows of the instruction at `pc`.
flybar::SourceLocation source_location(const Image& image, std::uint32_t pc);

/// As load_image(). Throws ImageError.
std::unique_ptr<Code> read_code(const std::vector<std::filesystem::path>& objects, Bytes sram);

}  // namespace flybar::lanai
