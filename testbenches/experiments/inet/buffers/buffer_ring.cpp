#include "testbenches/experiments/inet/buffers/buffer_ring.h"

#include <algorithm>

#include "models/common/delivery_error.h"

namespace flybar::experiments {

namespace {

constexpr host::Label kWrite{"write buffer", host::Share::kUser};

}  // namespace

BufferRing::BufferRing(const std::string& name, inet::Inet& inet, const Shape& shape)
    : inet_(inet), shape_(shape), page_(inet.page()), name_(name), space_(name, inet) {}

std::uint64_t BufferRing::address(std::uint64_t serial) const {
  return (1 + serial % shape_.count * pages_each()) * page_ + shape_.align;
}

inet::UserArea BufferRing::buffer(std::uint64_t serial) {
  return {space_.pages(), address(serial)};
}

void BufferRing::fill(const Content& content, std::uint64_t serial) {
  const inet::UserArea area = buffer(serial);
  for (std::size_t done = 0; done < shape_.size;) {
    const std::size_t here = std::min(shape_.size - done, Content::kMost);
    (area + done).write(inet_.cpu().memory(), content.at(serial, done, here));
    done += here;
  }
}

void BufferRing::write(const Content& content, std::uint64_t serial) {
  inet_.cpu().overwrite(Bytes(static_cast<std::int64_t>(shape_.size)), kWrite);
  fill(content, serial);
}

void BufferRing::check(const Content& content, std::uint64_t serial, std::size_t offset,
                       std::size_t length, std::uint64_t position, const Sent& sent) {
  host::Memory& memory = inet_.cpu().memory();
  while (length > 0) {
    const std::uint64_t at = address(serial) + offset;
    const std::size_t inside = position % sent.size;
    const std::size_t here =
        std::min({length, static_cast<std::size_t>(page_ - at % page_), sent.size - inside});
    const host::Physical frame = space_.pages().find(at / page_)->frame;
    const auto bytes = memory.view(frame + static_cast<host::Physical>(at % page_)).first(here);
    const std::uint64_t from = sent.first + position / sent.size % sent.period;
    const auto wrong = content.difference(from, inside, bytes);
    if (wrong)
      throw DeliveryError(name_, "byte " + std::to_string(position + *wrong) + " is wrong",
                          "the bytes that were sent", "look at the stack and its drivers");
    offset += here, position += here, length -= here;
  }
}

std::uint64_t BufferRing::sent_as(const Content& content, std::uint64_t serial, std::size_t length,
                                  std::uint64_t first, std::uint64_t period) {
  constexpr std::size_t kEnough = 64;
  constexpr std::uint64_t kMostLost = 1 << 16;
  const std::uint64_t at = address(serial);
  const host::Physical frame = space_.pages().find(at / page_)->frame;
  const auto bytes = inet_.cpu()
                         .memory()
                         .view(frame + static_cast<host::Physical>(at % page_))
                         .first(std::min({length, kEnough, page_ - at % page_}));
  for (std::uint64_t sent = first; sent < first + std::min(period, kMostLost); ++sent)
    if (!content.difference(sent % period, 0, bytes)) return sent;
  throw DeliveryError(name_, "a datagram that nobody sent", "the bytes that were sent",
                      "look at the stack and its drivers");
}

void BufferRing::release() {
  space_.release(1, shape_.count * pages_each());
}

}  // namespace flybar::experiments
