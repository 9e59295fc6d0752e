#include "models/gms/protocol.h"

#include <algorithm>

namespace flybar::gms {
namespace {

constexpr std::uint32_t kDirty = 1u << 31, kSticky = 1u << 30, kNodes = 0xff;
constexpr unsigned kHomeShift = 8;

}  // namespace

void PageMessage::push(gmsnet::Arguments& to) const {
  to.push(id.file);
  to.push(id.page);
  to.push(version);
  to.push((dirty ? kDirty : 0) | (sticky ? kSticky : 0) | (home & kNodes) << kHomeShift |
          (site & kNodes));
  constexpr std::int64_t kMost = 0xffffffff;
  to.push(static_cast<std::uint32_t>(std::clamp<std::int64_t>(age / Time::us(1), 0, kMost)));
}

PageMessage PageMessage::pop(gmsnet::Arguments& from) {
  PageMessage message;
  message.id.file = from.pop();
  message.id.page = from.pop();
  message.version = from.pop();
  const std::uint32_t facts = from.pop();
  message.dirty = (facts & kDirty) != 0;
  message.sticky = (facts & kSticky) != 0;
  message.home = facts >> kHomeShift & kNodes;
  message.site = facts & kNodes;
  message.age = Time::us(from.pop());
  return message;
}

}  // namespace flybar::gms
