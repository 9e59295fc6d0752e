#include "models/pm/under_way.h"

#include <algorithm>

#include "models/host/memory/words.h"
#include "models/layouts/generated/pm_layout.hpp"
#include "models/myrinet/shape/route_byte.h"

namespace flybar::pm {
namespace {

using layout::WireHeader;

constexpr std::uint32_t kPage = 1u << layout::kPageShift;

/// One for each page of the source of a write.
std::uint32_t packets_of(const UnderWay::Entry& entry) {
  if (!entry.write) return 1;
  return (entry.local % kPage + static_cast<std::uint32_t>(entry.length.count) + kPage - 1) / kPage;
}

/// The last entry for which `is` holds, or 0.
template <class Queue, class Is>
std::uint64_t newest(const Queue& queue, Is is) {
  const auto one = std::find_if(queue.rbegin(), queue.rend(), is);
  return one == queue.rend() ? 0 : one->id;
}

}  // namespace

UnderWay::UnderWay(MessageWatcher& watcher, Observer& observer, unsigned channel,
                   const std::vector<std::string>& names)
    : watcher_(watcher), observer_(observer), channel_(channel) {
  for (const std::string& name : names)
    nodes_.push_back({.send = observer.declare(call_track(name + ".host.send")),
                      .receive = observer.declare(call_track(name + ".host.receive"))});
}

void UnderWay::sent(std::size_t node, const Entry& entry) {
  Node& sender = nodes_[node];
  const std::uint64_t id = message_id(node, ++sender.serial);
  Connection& connection = sender.to[entry.to];
  ++sender.open;
  sender.queue.push_back({id, entry, connection.assigned, packets_of(entry)});
  connection.assigned += packets_of(entry);
  if (!entry.write) connection.sent.push_back(id);
  const Bytes control = entry.write ? Bytes() : std::min(entry.length, envelope_);
  observer_.on(Activity{sender.send, entry.begin, entry.end, entry.write ? "write" : "send", id,
                        entry.length.count});
  watcher_.sent({.id = id,
                 .source = static_cast<std::uint32_t>(node),
                 .destination = entry.to,
                 .control = control,
                 .payload = entry.length - control,
                 .fetched = {},
                 .deposited = {},
                 .begin = entry.begin,
                 .end = entry.end});
}

void UnderWay::done(std::size_t node, Time at) {
  Node& sender = nodes_[node];
  const Known& oldest = *(sender.queue.end() - sender.open--);
  if (oldest.entry.write) watcher_.received({oldest.id, static_cast<std::uint32_t>(node), at, at});
  if (sender.queue.size() > sender.open + layout::kQueueEntries) sender.queue.pop_front();
}

void UnderWay::received(std::size_t node, int source, Bytes length, Time begin, Time end) {
  const auto to = static_cast<std::uint32_t>(node);
  std::deque<std::uint64_t>& sent = nodes_[static_cast<std::size_t>(source)].to[to].sent;
  const std::uint64_t id = sent.front();
  sent.pop_front();
  observer_.on(Activity{nodes_[node].receive, begin, end, "receive", id, length.count});
  watcher_.received({id, to, begin, end});
}

void UnderWay::found(std::size_t node, int source, Time at) {
  Node& sender = nodes_[static_cast<std::size_t>(source)];
  for (auto one = sender.queue.end() - sender.open; one != sender.queue.end(); ++one) {
    if (!one->entry.write || one->entry.to != node || one->found) continue;
    one->found = true;
    return watcher_.received({one->id, static_cast<std::uint32_t>(node), at, at});
  }
}

/// 0 if the header is of no packet that is under way.
std::uint64_t UnderWay::find(std::span<const std::uint8_t> header) const {
  const auto word = [header](std::uint32_t at) { return host::get_word(header.subspan(at)); };
  if (word(WireHeader::kType) != layout::kWireType) return 0;
  const std::uint32_t source = word(WireHeader::kSource), number = word(WireHeader::kNumber);
  const std::uint32_t from = source >> WireHeader::kSourceNodeShift;
  const std::uint32_t to = (source & WireHeader::kSourceToMask) >> WireHeader::kSourceToShift;
  if ((source & WireHeader::kSourceKindMask) == layout::kKindControl || from >= nodes_.size() ||
      (source & WireHeader::kSourceChannelMask) >> WireHeader::kSourceChannelShift != channel_)
    return 0;
  return newest(nodes_[from].queue, [&](const Known& one) {
    return one.entry.to == to && number - one.first < one.packets;
  });
}

std::uint64_t UnderWay::packet(std::span<const std::uint8_t> bytes) const {
  while (!bytes.empty() && myrinet::is_route(bytes.front())) bytes = bytes.subspan(1);
  return bytes.size() < WireHeader::kSize ? 0 : find(bytes);
}

std::uint64_t UnderWay::transfer(std::size_t node, const lanai::Transfer& transfer) {
  if (!transfer.to_card) return stores(nodes_[node], transfer);
  // Short messages are fetched to a place of their own, where no header is before them.
  const std::uint64_t id = fetches(nodes_[node], transfer.host);
  if (id != 0 || transfer.around.empty()) return id;
  return find(transfer.around.subspan(lanai::kAround - WireHeader::kSize));
}

std::uint64_t UnderWay::fetches(const Node& node, std::uint32_t address) {
  return newest(node.queue, [address](const Known& one) {
    return !one.entry.write && one.entry.length > Bytes() && one.entry.local == address;
  });
}

/// What goes into the host begins behind the header of its packet, or with the words of it that are
/// kept; or it goes on, in the next page.
std::uint64_t UnderWay::stores(Node& node, const lanai::Transfer& transfer) const {
  constexpr std::uint32_t kKept = WireHeader::kSize - layout::Message::kSize;
  std::uint64_t id = 0;
  for (const std::uint32_t before : {WireHeader::kSize, kKept})
    if (id == 0 && !transfer.around.empty())
      id = find(transfer.around.subspan(lanai::kAround - before));
  if (id == 0 && transfer.sram == node.stored_to) id = node.stored;
  if (id != 0) node.stored_to = transfer.sram + transfer.bytes;
  if (id != 0) node.stored = id;
  return id;
}

}  // namespace flybar::pm
