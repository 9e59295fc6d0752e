#include "models/inet/socket/exchange.h"

#include <utility>

#include "models/inet/labels.h"

namespace flybar::inet {

using host::AddressSpace;
using host::Physical;

namespace {

constexpr std::size_t kScarce = 8;  ///< one free frame in so many

/// The frame that has come takes the place of the page of the process.
void flip(Inet& inet, const Request& request, ReceivedFrame& frame) {
  inet.cpu().spend(inet.params().socket.page_receive, kPageReceive);
  AddressSpace& space = *request.area.space();
  const host::VirtualPage number = request.area.address() / inet.page();
  const Physical came = std::exchange(frame.frame, 0);
  inet.input().taken();
  if (space.find(number) != nullptr) inet.pages().give_up(space.unmap(number).frame);
  space.map(number, came, AddressSpace::Access::kWrite);
  request.area.arrive(inet.cpu().memory(), came);
}

/// While the pool has none, whoever frees one does not know of us.
Physical take_cluster(Inet& inet, std::size_t bytes) {
  while (true) {
    if (const auto cluster = inet.pages().take_part(bytes)) return *cluster;
    inet.complete_sent();
    inet.cpu().sleep(inet.params().ip.entry_pause);
  }
}

}  // namespace

bool frames_are_scarce(Inet& inet) {
  return inet.pool().free_count() < inet.cpu().memory().frames.count() / kScarce;
}

std::size_t cluster_of(Inet& inet, const Request& request) {
  return request.length >= inet.page() ? inet.page()
                                       : static_cast<std::size_t>(inet.params().inet.cluster.count);
}

Physical lend_page(Inet& inet, const Request& request) {
  AddressSpace& space = *request.area.space();
  const host::VirtualPage number = request.area.address() / inet.page();
  const Physical frame = space.fix(number, AddressSpace::Access::kRead);
  inet.cpu().spend(inet.params().socket.page_send, kPageSend);
  // What is on its way already is as the program has it: a write would have made a copy.
  if (!inet.pages().contains(frame)) request.area.leave(inet.cpu().memory(), frame);
  inet.pages().lend(space, number);
  return frame;
}

Physical copy_in(Inet& inet, const Request& request, std::size_t length) {
  const Physical cluster = take_cluster(inet, cluster_of(inet, request));
  request.area.read(inet.cpu().memory(), inet.cpu().memory().edit(cluster).first(length));
  inet.cpu().copied(Bytes(static_cast<std::int64_t>(length)), kCopySend);
  return cluster;
}

void deliver(Inet& inet, const CopyPolicy& policy, const Request& request, pbuf* buffer,
             std::size_t offset, std::size_t length, CopyCounters& counters) {
  host::Memory& memory = inet.cpu().memory();
  const auto why =
      offset > 0 ? WhyCopied::kNoPage : why_copied(policy, request, inet.page(), buffer);
  ReceivedFrame* const frame = ReceivedFrame::of(buffer);
  const std::uint64_t message = frame != nullptr ? frame->message : 0;
  const Time begin = inet.segments().now();
  if (!why) {
    flip(inet, request, *frame);
    ++counters.pages;
    return inet.segments().tell_since(begin, "flip", message);
  }
  const auto* bytes = static_cast<const std::uint8_t*>(buffer->payload) + offset;
  request.area.write(memory, {bytes, length});
  inet.cpu().copied(Bytes(static_cast<std::int64_t>(length)), kCopyReceive);
  inet.segments().tell_since(begin, "copy out", message);
  counters.copied(*why, length);
}

}  // namespace flybar::inet
