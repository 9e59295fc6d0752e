#include "testbenches/tests/mpi/fake_pm.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "models/common/coroutine.h"
#include "models/common/error.h"
#include "models/common/systemc_time.h"

using flybar::Coroutine;
using flybar::Time;
using flybar::fake::PmNetwork;

namespace {

constexpr std::uintptr_t kPage = 4096;

[[noreturn]] void judge(const pm_channel& channel, const std::string& found) {
  throw flybar::SimulationError("fake PM, node " + std::to_string(channel.node), found,
                                "what PM allows", "correct its caller");
}

std::uintptr_t number(const std::byte* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

Time per_kb(Time time, std::size_t bytes) {
  return Time::ps(time.ps() * static_cast<std::int64_t>(bytes) / 1024);
}

}  // namespace

void pm_channel::Unmap::operator()(std::byte* pages) const {
  munmap(pages, size);
}

pm_channel::pm_channel(PmNetwork& network_, int node_)
    : network(network_),
      node(node_),
      memory(static_cast<std::byte*>(mmap(nullptr, network.setup.memory, PROT_READ | PROT_WRITE,
                                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)),
             {network.setup.memory}),
      entries(static_cast<std::size_t>(network.setup.table)) {
  if (memory.get() == MAP_FAILED) throw std::runtime_error("no memory for a process");
}

const pm_channel::Area* pm_channel::area(const std::byte* address, std::size_t length) const {
  for (const Area& one : areas)
    if (one.uses > 0 && address >= one.address && address + length <= one.address + one.length)
      return &one;
  return nullptr;
}

std::byte* pm_channel::address_of(pm_handle handle) const {
  const auto entry = static_cast<std::int64_t>(handle / kPage);
  for (const Area& one : areas) {
    if (entry < one.first || entry >= one.first + one.pages) continue;
    const std::uintptr_t first_page = number(one.address) / kPage * kPage;
    const std::uintptr_t at =
        first_page + static_cast<std::uintptr_t>(entry - one.first) * kPage + handle % kPage;
    return memory.get() + (at - number(memory.get()));
  }
  return nullptr;
}

std::optional<std::int64_t> pm_channel::free_entries(std::int64_t pages) const {
  std::int64_t run = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    run = entries[i] ? 0 : run + 1;
    if (run == pages) return static_cast<std::int64_t>(i) + 1 - pages;
  }
  return {};
}

void pm_channel::synchronise() {
  if (ahead > Time()) Coroutine::yield();
}

void pm_channel::pause() {
  if (ahead > Time())
    sc_core::wait(flybar::to_systemc(std::exchange(ahead, Time())));
  else
    sc_core::wait(changed);
}

void pm_channel::complete(std::size_t bytes) {
  send_used -= bytes;
  --outstanding;
  ++completions;
  news();
}

namespace flybar::fake {

PmNetwork::PmNetwork(sc_core::sc_module_name name, const PmSetup& given)
    : sc_module(name), setup(given) {
  for (int node = 0; node < setup.nodes; ++node) channels_.emplace_back(*this, node);
  ways_.resize(static_cast<std::size_t>(setup.nodes) * static_cast<std::size_t>(setup.nodes));
  SC_HAS_PROCESS(PmNetwork);
  SC_METHOD(dispatch);
  sensitive << due_;
  dont_initialize();
}

Time PmNetwork::now() {
  return from_systemc(sc_core::sc_time_stamp());
}

void PmNetwork::run_on(int node, std::function<void(pm_channel*)> body) {
  std::string name("process");
  name.append(std::to_string(node)).append("_").append(std::to_string(++running_));
  sc_core::sc_spawn(
      [this, node, body = std::move(body)] {
        Coroutine process([&] {
          body(channel(node));
          channel(node)->synchronise();
        });
        guard([&] {
          for (process.resume(); !process.done(); process.resume()) channel(node)->pause();
        });
        --running_;
      },
      name.c_str());
}

void PmNetwork::guard(const std::function<void()>& body) {
  try {
    body();
  } catch (const std::exception&) {
    if (!error_) error_ = std::current_exception();
    sc_core::sc_stop();
  }
}

void PmNetwork::run() {
  sc_core::sc_start();
  if (error_) std::rethrow_exception(error_);
  if (running_ == 0) return;
  std::string stuck;
  for (const pm_channel& one : channels_)
    stuck.append(" ").append(std::to_string(one.node)).append(" waits for ").append(one.waits_for);
  throw SimulationError("fake PM", "nothing happens any more:" + stuck,
                        "programs that end, or MPI's own report", "look for a lost wake-up");
}

void PmNetwork::launch(pm_channel& from, pm_channel::Packet packet) {
  const Time start = std::max(now(), from.link_free);
  const Time left = start + per_kb(setup.per_kb, packet.data.size() + 16);
  from.link_free = left;
  const auto way = static_cast<std::size_t>(packet.from * setup.nodes + packet.to);
  ways_[way].packets.push_back(std::move(packet));
  const pm_channel::Packet* const sent = &ways_[way].packets.back();
  if (sent->is_write) at(left, [this, &from, sent] { leave(from, *sent); });
  at(left + setup.latency, [this, way] { arrive(way); });
}

void PmNetwork::at(Time when, std::function<void()> action) {
  agenda_.push({when, order_++, std::move(action)});
  due_.notify(to_systemc(agenda_.top().at - now()));
}

void PmNetwork::dispatch() {
  guard([this] {
    while (!agenda_.empty() && agenda_.top().at <= now()) {
      const auto action = agenda_.top().action;
      agenda_.pop();
      action();
    }
  });
  if (!agenda_.empty()) due_.notify(to_systemc(agenda_.top().at - now()));
}

void PmNetwork::leave(pm_channel& from, const pm_channel::Packet& packet) {
  if (!from.area(packet.source, packet.data.size()))
    judge(from, "the source of a write is unlocked before its data has left");
  if (std::memcmp(packet.source, packet.data.data(), packet.data.size()) != 0)
    judge(from, "the source of a write is changed before its data has left");
  --from.unleft;
  ++from.completions;
  from.news();
}

/// The first packet of a way arrives, or tries again. Those behind it have to wait.
void PmNetwork::arrive(std::size_t way) {
  pm_channel::Packet& packet = ways_[way].packets.front();
  const std::size_t held = packet.is_write ? 0 : packet.data.size();
  pm_channel* const from = channel(packet.from);
  if (!deliver(packet)) {
    ++refused;
    at(now() + setup.retry, [this, way] { arrive(way); });
    return;
  }
  at(now() + setup.latency, [from, held] { from->complete(held); });
  ways_[way].packets.pop_front();
}

bool PmNetwork::deliver(pm_channel::Packet& packet) {
  pm_channel& to = *channel(packet.to);
  if (packet.is_write) {
    deliver_write(packet);
    return true;
  }
  if (to.receive_used + packet.data.size() > setup.receive_buffer) return false;
  to.receive_used += packet.data.size();
  to.received.push_back(std::move(packet));
  to.news();
  return true;
}

void PmNetwork::deliver_write(const pm_channel::Packet& packet) {
  pm_channel& to = *channel(packet.to);
  std::byte* const target = to.address_of(packet.remote);
  if (!target || !to.area(target, packet.data.size()))
    judge(to, "a write from node " + std::to_string(packet.from) + " to memory that is not locked");
  std::memcpy(target, packet.data.data(), packet.data.size());
}

}  // namespace flybar::fake

// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier): names of PM

int _pmGetSendBuf(pm_channel* ch, void** buf, std::size_t len) {
  pm_spend(ch, ch->network.setup.call.ps(), "PM");
  ch->synchronise();
  if (len > PM_MTU) return EINVAL;
  if (ch->send_used + len > ch->network.setup.send_buffer) return ENOBUFS;
  ch->assembling.assign(len, std::byte());
  ch->has_buffer = true;
  *buf = ch->assembling.data();
  return 0;
}

int _pmSend(pm_channel* ch, int node) {
  if (!ch->has_buffer || node < 0 || node >= ch->network.setup.nodes) return EINVAL;
  pm_spend(ch, ch->network.setup.call.ps(), "PM");
  ch->synchronise();
  ch->has_buffer = false;
  ch->send_used += ch->assembling.size();
  ++ch->outstanding;
  ch->network.launch(*ch, {.from = ch->node, .to = node, .data = std::move(ch->assembling)});
  return 0;
}

int _pmSendDone(pm_channel* ch) {
  pm_spend(ch, ch->network.setup.call.ps(), "PM");
  ch->synchronise();
  ch->completions_seen = ch->completions;
  return ch->outstanding == 0 ? 0 : EBUSY;
}

int _pmReceive(pm_channel* ch, void** buf, std::size_t* len) {
  pm_spend(ch, ch->network.setup.call.ps(), "PM");
  ch->synchronise();
  if (ch->holds_message) judge(*ch, "_pmReceive before _pmPutReceiveBuf");
  if (ch->received.empty()) return ENOBUFS;
  ch->holds_message = true;
  *buf = ch->received.front().data.data();
  *len = ch->received.front().data.size();
  return 0;
}

int pm_source(pm_channel* ch) {
  return ch->received.front().from;
}

int _pmPutReceiveBuf(pm_channel* ch) {
  if (!ch->holds_message) judge(*ch, "_pmPutReceiveBuf without a message");
  ch->holds_message = false;
  ch->receive_used -= ch->received.front().data.size();
  ch->received.pop_front();
  return 0;
}

int _pmMLock(pm_channel* ch, const void* addr, std::size_t len, pm_handle* handle) {
  pm_spend(ch, ch->network.setup.call.ps(), "PM");
  ch->synchronise();
  const auto* const from = static_cast<const std::byte*>(addr);
  if (!ch->owns(from, len)) return EFAULT;
  const std::uintptr_t offset = number(from) % kPage;
  for (pm_channel::Area& one : ch->areas) {
    if (one.address != from || one.length != len) continue;
    ++one.uses;
    ++ch->pins.hits;
    *handle = static_cast<pm_handle>(one.first) * kPage + offset;
    return 0;
  }
  const auto pages = static_cast<std::int64_t>((offset + len + kPage - 1) / kPage);
  const auto first = ch->free_entries(pages);
  if (!first) return ENOSPC;
  for (std::int64_t i = 0; i < pages; ++i) ch->entries[static_cast<std::size_t>(*first + i)] = true;
  ch->areas.push_back({from, len, *first, pages, 1});
  ++ch->pins.misses;
  ch->pins.pinned_pages += pages;
  ch->pins.most_pinned = std::max(ch->pins.most_pinned, ch->pins.pinned_pages);
  *handle = static_cast<pm_handle>(*first) * kPage + offset;
  return 0;
}

/// Nothing stays pinned: whoever uses what it has unlocked is found out.
int _pmMUnLock(pm_channel* ch, const void* addr, std::size_t len) {
  pm_spend(ch, ch->network.setup.call.ps(), "PM");
  ch->synchronise();
  const auto found = std::find_if(ch->areas.begin(), ch->areas.end(), [&](const auto& one) {
    return one.address == addr && one.length == len;
  });
  if (found == ch->areas.end()) return ENOENT;
  if (--found->uses > 0) return 0;
  for (std::int64_t i = 0; i < found->pages; ++i)
    ch->entries[static_cast<std::size_t>(found->first + i)] = false;
  ch->pins.pinned_pages -= found->pages;
  ++ch->pins.releases;
  ch->areas.erase(found);
  return 0;
}

int _pmVWrite(pm_channel* ch, int node, pm_handle remote, pm_handle local, std::size_t len) {
  pm_spend(ch, ch->network.setup.call.ps(), "PM");
  ch->synchronise();
  if (node < 0 || node >= ch->network.setup.nodes) return EINVAL;
  if (len == 0 || (remote | local | len) % 4 != 0) judge(*ch, "a write that is not made of words");
  if (ch->unleft >= static_cast<std::int64_t>(ch->network.setup.writes)) return ENOBUFS;
  const std::byte* const source = ch->address_of(local);
  if (!source || !ch->area(source, len)) judge(*ch, "a write from memory that is not locked");
  ++ch->outstanding;
  ++ch->unleft;
  ch->network.launch(*ch, {.from = ch->node,
                           .to = node,
                           .is_write = true,
                           .data = {source, source + len},
                           .remote = remote,
                           .source = source});
  return 0;
}

int _pmWriteDone(pm_channel* ch) {
  ch->synchronise();
  ch->completions_seen = ch->completions;
  return ch->unleft == 0 ? 0 : EBUSY;
}

int pm_node(const pm_channel* ch) {
  return ch->node;
}

int pm_nodes(const pm_channel* ch) {
  return ch->network.setup.nodes;
}

void* pm_alloc(pm_channel* ch, std::size_t bytes) {
  const std::size_t size = (bytes + 15) / 16 * 16;
  if (size > ch->network.setup.memory - ch->memory_end) return nullptr;
  return ch->memory.get() + std::exchange(ch->memory_end, ch->memory_end + size);
}

void pm_spend(pm_channel* ch, std::int64_t picoseconds, const char*) {
  ch->ahead += Time::ps(picoseconds);
}

void pm_copy(pm_channel* ch, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
  ch->ahead += per_kb(ch->network.setup.copy_kb, bytes);
}

std::int64_t pm_now(pm_channel* ch) {
  return (PmNetwork::now() + ch->ahead).ps();
}

void pm_wait(pm_channel* ch, const char* what) {
  ch->synchronise();
  ch->waits_for = what;
  while (ch->received.empty() && ch->completions == ch->completions_seen) Coroutine::yield();
}

pm_pin_counters pm_pins(const pm_channel* ch) {
  return ch->pins;
}

// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
