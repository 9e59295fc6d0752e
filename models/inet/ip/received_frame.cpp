#include "models/inet/ip/received_frame.h"

namespace flybar::inet {
namespace {

void release(pbuf* buffer) {
  auto* frame = reinterpret_cast<ReceivedFrame*>(buffer);
  if (frame->frame != 0) frame->owner->freed(*frame);
  delete frame;
}

}  // namespace

pbuf* ReceivedFrame::make(Owner& owner, const Place& place, const std::uint8_t* bytes,
                          std::uint16_t length) {
  auto* made =
      new ReceivedFrame{{{}, &release}, &owner, place.frame, bytes, place.alone, place.message};
  return pbuf_alloced_custom(PBUF_RAW, length, PBUF_REF, &made->reference,
                             const_cast<std::uint8_t*>(bytes), length);
}

ReceivedFrame* ReceivedFrame::of(pbuf* bytes) {
  if ((bytes->flags & PBUF_FLAG_IS_CUSTOM) == 0) return nullptr;
  auto* custom = reinterpret_cast<pbuf_custom*>(bytes);
  return custom->custom_free_function == &release ? reinterpret_cast<ReceivedFrame*>(bytes)
                                                  : nullptr;
}

}  // namespace flybar::inet
