#include "models/lanai/image/code.h"

#include <utility>

namespace flybar::lanai {
namespace {

class ImageCode final : public Code {
 public:
  explicit ImageCode(Image image) : image_(std::move(image)) {}
  flybar::SourceLocation locate(std::uint32_t pc) const override {
    return source_location(image_, pc);
  }

 private:
  const Image image_;
};

}  // namespace

flybar::SourceLocation source_location(const Image& image, std::uint32_t pc) {
  const SourceLocation at = image.locate(pc);
  flybar::SourceLocation location{at.function, at.function_file, at.file, at.line, at.offset, {}};
  const auto& files = image.debug().files;
  for (const InlinedCall* call : at.inlined)
    location.inlined.push_back({call->function, files[call->file], files[call->caller_file],
                                call->caller_line, call->first});
  return location;
}

std::unique_ptr<Code> read_code(const std::vector<std::filesystem::path>& objects, Bytes sram) {
  return std::make_unique<ImageCode>(load_image(objects, sram));
}

}  // namespace flybar::lanai
