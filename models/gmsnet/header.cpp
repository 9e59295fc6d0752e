#include "models/gmsnet/header.h"

#include <string>

#include "models/common/error.h"
#include "models/host/memory/words.h"

namespace flybar::gmsnet {
namespace {

using Layout = layout::Header;

std::uint32_t kind_of(const Header& header) {
  return static_cast<std::uint32_t>(header.operation) << Layout::kKindOperationShift |
         static_cast<std::uint32_t>(header.reply) << Layout::kKindReplyShift |
         static_cast<std::uint32_t>(header.status) << Layout::kKindStatusShift |
         (header.token.origin & Layout::kKindOriginMask);
}

}  // namespace

std::vector<std::uint8_t> encode(const Header& header, const Arguments& arguments) {
  const auto words = arguments.words();
  std::vector<std::uint8_t> control(Layout::kSize + 4 * words.size());
  const auto put = [&](std::size_t at, std::uint32_t word) {
    host::put_word(std::span(control).subspan(at), word);
  };
  put(Layout::kKind, kind_of(header));
  put(Layout::kCall, header.token.call);
  put(Layout::kToken, header.token.payload);
  for (std::size_t i = 0; i < words.size(); ++i) put(Layout::kSize + 4 * i, words[i]);
  return control;
}

Header decode(std::span<const std::uint8_t> control, Arguments& arguments) {
  if (control.size() < Layout::kSize || control.size() % 4 != 0) {
    throw SimulationError("gmsnet", "a message of " + std::to_string(control.size()) + " B",
                          "a header of 12 B and whole words behind it",
                          "send messages of this type through gmsnet only");
  }
  const auto at = [&](std::size_t offset) { return host::get_word(control.subspan(offset)); };
  const std::uint32_t kind = at(Layout::kKind);
  Header header;
  header.operation = static_cast<Operation>(kind >> Layout::kKindOperationShift);
  header.reply = (kind & Layout::kKindReplyMask) != 0;
  header.status = static_cast<Status>((kind & Layout::kKindStatusMask) >> Layout::kKindStatusShift);
  header.token = {kind & Layout::kKindOriginMask, at(Layout::kCall), at(Layout::kToken)};
  for (std::size_t i = Layout::kSize; i < control.size(); i += 4) arguments.push(at(i));
  return header;
}

}  // namespace flybar::gmsnet
