#include "models/inet/socket/copies.h"

namespace flybar::inet {
namespace {

std::optional<WhyCopied> why_copied(bool remap, Bytes least, const Request& request,
                                    std::size_t page) {
  if (!remap) return WhyCopied::kPolicy;
  if (request.area.space() == nullptr) return WhyCopied::kForeign;
  if (request.length < static_cast<std::size_t>(least.count)) return WhyCopied::kShort;
  if (request.area.address() % page != 0) return WhyCopied::kUnaligned;
  if (request.left < page) return WhyCopied::kPartial;
  return std::nullopt;
}

}  // namespace

std::optional<WhyCopied> why_copied(const CopyPolicy& policy, const Request& request,
                                    std::size_t page) {
  return why_copied(policy.remap_sent, policy.least, request, page);
}

std::optional<WhyCopied> why_copied(const CopyPolicy& policy, const Request& request,
                                    std::size_t page, pbuf* buffer) {
  if (const auto why = why_copied(policy.remap_received, policy.least, request, page)) return why;
  const ReceivedFrame* frame = ReceivedFrame::of(buffer);
  const bool whole =
      frame != nullptr && frame->alone && frame->bytes == buffer->payload && buffer->len == page;
  return whole ? std::nullopt : std::optional(WhyCopied::kNoPage);
}

CopyCounters& CopyCounters::operator+=(const CopyCounters& others) {
  pages += others.pages;
  for (std::size_t why = 0; why < kWhyCopied; ++why) {
    copies[why] += others.copies[why];
    bytes[why] += others.bytes[why];
  }
  return *this;
}

std::string_view name(WhyCopied why) {
  switch (why) {
    case WhyCopied::kPolicy:
      return "asked for";
    case WhyCopied::kForeign:
      return "memory of no address space";
    case WhyCopied::kShort:
      return "request below socket.remap_least";
    case WhyCopied::kUnaligned:
      return "address inside a page";
    case WhyCopied::kPartial:
      return "less than a page left";
    case WhyCopied::kNoPage:
      return "no whole page came";
    case WhyCopied::kSmallBuffer:
      return "socket buffer below a page";
  }
  return "unknown";
}

}  // namespace flybar::inet
