#include "models/gmsnet/carriers/datagrams/datagram.h"

#include <algorithm>

#include "models/gmsnet/carrier.h"
#include "models/host/memory/words.h"
#include "models/layouts/generated/message_layout.hpp"

namespace flybar::gmsnet {

using Layout = layout::Datagram;

std::string_view name(Malformed cause) {
  switch (cause) {
    case Malformed::kShort:
      return "shorter than a header";
    case Malformed::kLengths:
      return "wrong lengths";
    case Malformed::kPage:
      return "page longer than a frame";
    case Malformed::kForeign:
      return "reply to another host";
    case Malformed::kPort:
      return "not from a kernel";
  }
  return "unknown cause";
}

std::size_t DatagramLengths::page_at() const {
  return Layout::kSize + control;
}

std::size_t most_before_page() {
  return Layout::kSize + kMostControl;
}

std::vector<std::uint8_t> datagram_head(std::span<const std::uint8_t> control, std::size_t page) {
  std::vector<std::uint8_t> head(Layout::kSize + control.size());
  host::put_word(head, static_cast<std::uint32_t>(control.size() << Layout::kLengthsControlShift |
                                                  page << Layout::kLengthsPageShift));
  std::copy(control.begin(), control.end(), head.begin() + Layout::kSize);
  return head;
}

std::optional<Malformed> read_lengths(std::span<const std::uint8_t> head, std::size_t length,
                                      std::size_t frame, DatagramLengths& lengths) {
  if (length < Layout::kSize + layout::Header::kSize) return Malformed::kShort;
  const std::uint32_t word = host::get_word(head.subspan(Layout::kLengths));
  lengths.control = (word & Layout::kLengthsControlMask) >> Layout::kLengthsControlShift;
  lengths.page = (word & Layout::kLengthsPageMask) >> Layout::kLengthsPageShift;
  const bool whole = lengths.control >= layout::Header::kSize && lengths.control <= kMostControl &&
                     lengths.control % 4 == 0;
  if (!whole || lengths.page_at() + lengths.page != length) return Malformed::kLengths;
  if (lengths.page > frame) return Malformed::kPage;
  return std::nullopt;
}

}  // namespace flybar::gmsnet
