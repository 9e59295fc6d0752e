#include "testbenches/tests/pm/traffic.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "models/common/error.h"
#include "models/common/mix.h"
#include "models/common/quantity.h"
#include "models/common/systemc_time.h"

namespace flybar::pm {

/// Begins every message that is long enough. The first one to each node is.
struct ChannelTraffic::Head {
  static constexpr std::uint32_t kWantsCredit = 1, kFinal = 2, kBye = 4;

  std::uint32_t serial;
  std::uint32_t writes;   ///< given to the same node before
  std::uint32_t checked;  ///< writes of that node, by the sender
  std::uint32_t handle;   ///< of the window of the sender
  std::uint32_t flags;
};

namespace {

constexpr std::uint64_t kMessages = 1, kWrites = 2, kKinds = 3;
/// One more than the queue has entries: when a write is accepted, so many before it one is done.
constexpr std::size_t kSources = layout::kQueueEntries + 1;
constexpr Time kLook = Time::us(5);
/// The link of a node that reaches nobody may be blocked for ever. Its process ends after so many
/// looks in vain, 0.5 s.
constexpr std::uint64_t kMostLooks = 100'000;

/// What byte `at` and the seven after it are in the contents `key`; `at` is a multiple of 8.
std::uint64_t word_of(std::uint64_t key, std::size_t at) {
  return mix(key + at);
}

void fill(std::span<std::uint8_t> bytes, std::uint64_t key) {
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    const std::uint64_t word = word_of(key, at);
    std::memcpy(bytes.data() + at, &word, std::min<std::size_t>(8, bytes.size() - at));
  }
}

/// The first byte from `begin` on that is another; the size if there is none.
std::size_t first_difference(std::span<const std::uint8_t> bytes, std::uint64_t key,
                             std::size_t begin) {
  for (std::size_t at = begin / 8 * 8; at < bytes.size(); at += 8) {
    const std::uint64_t word = word_of(key, at);
    const std::size_t from = std::max(at, begin), to = std::min(at + 8, bytes.size());
    if (std::memcmp(bytes.data() + from, reinterpret_cast<const char*>(&word) + (from - at),
                    to - from) != 0)
      return from;
  }
  return bytes.size();
}

std::string count(std::uint64_t number) {
  return std::to_string(number);
}

}  // namespace

ChannelTraffic::ChannelTraffic(Channel& channel, const TrafficPlan& plan, std::uint64_t job)
    : channel_(channel),
      plan_(plan),
      job_(job),
      node_(channel.config().node),
      peers_(channel.config().nodes) {
  const auto take = [&](std::uint64_t bytes) {
    auto* memory = static_cast<std::uint8_t*>(channel_.take_memory(bytes));
    if (memory == nullptr) fail("the memory of the process", "no more room", "room for windows");
    return std::span(memory, bytes);
  };
  for (std::size_t n = 0; n < peers_.size(); ++n) {
    Peer& peer = peers_[n];
    peer.cut = plan_.cut(node_, n);
    if (n == node_) continue;
    peer.window = take(plan_.window);
    peer.expected.assign(plan_.window, 0);
    pm_handle handle = 0;
    if (channel_.lock(peer.window.data(), peer.window.size(), &handle) != 0)
      fail("_pmMLock of a window", "an error", "room for the windows in the pin table");
    peer.handle = static_cast<std::uint32_t>(handle);
  }
  for (std::size_t i = 0; i < kSources; ++i)
    sources_.push_back(take((plan_.longest_write + 4095) / 4096 * 4096 + 4096));
}

void ChannelTraffic::fail(const std::string& where, const std::string& found,
                          const std::string& wanted) {
  throw SimulationError("job " + count(job_) + " on node " + count(node_) + ", " + where + " at " +
                            quantity::print(kernel_time()),
                        found, wanted, "run the same seed with a trace, and look at the firmware");
}

std::uint64_t ChannelTraffic::stream(std::size_t from, std::size_t to, std::uint64_t what) const {
  return mix(plan_.seed ^ mix((job_ << 40) + (from << 20) + (to << 4) + what));
}

/// Short ones are as frequent as long ones.
std::uint64_t ChannelTraffic::length_of(std::uint64_t stream, std::uint32_t serial) const {
  const std::uint64_t random = random_number(stream, serial);
  const std::uint64_t most = random % 2 == 0 ? 80 : plan_.longest_message;
  const std::uint64_t length = (random >> 8) % (std::min(most, plan_.longest_message) + 1);
  return serial == 0 ? std::max<std::uint64_t>(length, sizeof(Head)) : length;
}

ChannelTraffic::Write ChannelTraffic::write_of(std::uint64_t stream, std::uint32_t serial) const {
  const std::uint64_t random = random_number(stream, serial);
  const std::uint64_t most = std::min(random % 2 == 0 ? 256 : plan_.longest_write, plan_.window);
  const std::uint64_t length = 4 + (random >> 8) % (most / 4) * 4;
  return {(random >> 32) % ((plan_.window - length) / 4 + 1) * 4, length};
}

bool ChannelTraffic::step() {
  if (done_) return false;
  if (receive()) return true;
  for (std::size_t i = 0; i < peers_.size(); ++i)
    if (send_to((turn_ + i) % peers_.size())) {
      turn_ = random_number(stream(node_, node_, kKinds), ++steps_);
      return true;
    }
  return finish();
}

bool ChannelTraffic::receive() {
  void* bytes = nullptr;
  std::size_t length = 0;
  if (channel_.receive(&bytes, &length) != 0) return false;
  const auto from = static_cast<std::size_t>(channel_.source());
  if (from >= peers_.size() || from == node_)
    fail("_pmReceive", "a message of node " + count(from), "another node of the system");
  compare_message(from, {static_cast<const std::uint8_t*>(bytes), length});
  if (plan_.reluctance > Time()) {
    const auto most = static_cast<std::uint64_t>(plan_.reluctance.ps() / 1000);
    const std::uint64_t ns = random_number(plan_.seed + node_, counters_.messages) % (most + 1);
    channel_.spend(Time::ns(static_cast<std::int64_t>(ns)), "thinks");
  }
  channel_.put_receive_buffer();
  ++counters_.messages;
  return true;
}

void ChannelTraffic::compare_message(std::size_t from, std::span<const std::uint8_t> message) {
  Peer& peer = peers_[from];
  const std::uint64_t contents = stream(from, node_, kMessages);
  const std::uint32_t serial = peer.received++;
  const std::string where = "message " + count(serial) + " of node " + count(from);
  const std::uint64_t wanted = length_of(contents, serial);
  // One that has to say something is as long as its head at least.
  if (message.size() != wanted && (message.size() != sizeof(Head) || wanted > sizeof(Head)))
    fail(where, count(message.size()) + " B", count(wanted) + " B");
  const bool has_head = message.size() >= sizeof(Head);
  const std::size_t differs = first_difference(message, contents + (std::uint64_t{serial} << 20),
                                               has_head ? sizeof(Head) : 0);
  if (differs != message.size()) fail(where, "a wrong byte " + count(differs), "what was sent");
  if (!has_head) return;
  Head head;
  std::memcpy(&head, message.data(), sizeof(head));
  if (head.serial != serial)
    fail(where, "message " + count(head.serial), "messages in order, each of them once");
  read_head(peer, from, head);
}

void ChannelTraffic::read_head(Peer& peer, std::size_t from, const Head& head) {
  if (peer.bye_received) fail("node " + count(from), "a message after its last one", "none");
  peer.remote = head.handle;
  peer.knows_remote = true;
  for (; peer.checked != head.checked; ++peer.checked) {
    if (peer.unchecked.empty())
      fail("node " + count(from), "more writes checked than made", "fewer");
    peer.unchecked.pop_front();
  }
  compare_writes(peer, from, head.writes);
  if ((head.flags & Head::kWantsCredit) != 0) peer.owes_credit = true;
  if ((head.flags & Head::kFinal) != 0) peer.final_received = true;
  if ((head.flags & Head::kBye) != 0) peer.bye_received = true;
}

void ChannelTraffic::compare_writes(Peer& peer, std::size_t from, std::uint32_t given) {
  const std::uint64_t contents = stream(from, node_, kWrites);
  for (; peer.compared != given; ++peer.compared) {
    const Write write = write_of(contents, peer.compared);
    const std::uint64_t key = contents + (std::uint64_t{peer.compared} << 20);
    const auto written = peer.window.subspan(write.offset, write.length);
    const std::size_t differs = first_difference(written, key, 0);
    if (differs != written.size())
      fail("write " + count(peer.compared) + " of node " + count(from),
           "a wrong byte " + count(differs) + " of " + count(write.length), "what was written");
    std::copy(written.begin(), written.end(),
              peer.expected.begin() + static_cast<std::ptrdiff_t>(write.offset));
    ++counters_.writes;
  }
}

/// Nothing has been written beside what was to be.
void ChannelTraffic::compare_windows() {
  for (std::size_t n = 0; n < peers_.size(); ++n) {
    const Peer& peer = peers_[n];
    if (n == node_ || peer.cut) continue;
    const auto differs =
        std::mismatch(peer.window.begin(), peer.window.end(), peer.expected.begin());
    if (differs.first != peer.window.end())
      fail("the window of node " + count(n),
           "a change of byte " +
               count(static_cast<std::uint64_t>(differs.first - peer.window.begin())),
           "changes by its writes alone");
  }
}

bool ChannelTraffic::send_to(std::size_t to) {
  Peer& peer = peers_[to];
  if (to == node_ || peer.bye_sent) return false;
  if (peer.messages == 0) return send_message(to, 0);
  if (peer.owes_credit && peer.told != peer.compared) return send_message(to, 0);
  if (peer.operations < plan_.operations) {
    const std::uint64_t random = random_number(stream(node_, to, kKinds), peer.operations);
    const bool writes = random % 8 < plan_.writes_in_8;
    if (writes && !peer.knows_remote && !peer.cut) return false;
    const bool did = writes && peer.knows_remote ? write(to) : send_message(to, 0);
    return did;
  }
  if (!peer.final_sent) return send_message(to, Head::kFinal);
  if (peer.cut) return false;
  return peer.final_received && send_message(to, Head::kBye);
}

bool ChannelTraffic::send_message(std::size_t to, std::uint32_t flags) {
  Peer& peer = peers_[to];
  const std::uint64_t contents = stream(node_, to, kMessages);
  std::uint64_t length = length_of(contents, peer.messages);
  const bool must_say = flags != 0 || peer.wants_credit || peer.owes_credit;
  if (must_say) length = std::max<std::uint64_t>(length, sizeof(Head));
  void* buffer = nullptr;
  if (channel_.get_send_buffer(&buffer, length) != 0) return false;
  const std::span bytes(static_cast<std::uint8_t*>(buffer), length);
  fill(bytes, contents + (std::uint64_t{peer.messages} << 20));
  const bool is_operation = flags == 0 && peer.messages > 0 && !must_say;
  if (length >= sizeof(Head)) {
    if (peer.wants_credit) flags |= Head::kWantsCredit;
    const Head head{peer.messages, peer.writes, peer.compared, peer.handle, flags};
    std::memcpy(bytes.data(), &head, sizeof(head));
    peer.told = peer.compared;
    peer.owes_credit = peer.wants_credit = false;
  }
  if (channel_.send(static_cast<int>(to)) != 0) fail("_pmSend", "an error", "none");
  ++peer.messages;
  if (is_operation) ++peer.operations;
  if ((flags & Head::kFinal) != 0) peer.final_sent = true;
  if ((flags & Head::kBye) != 0) peer.bye_sent = true;
  return true;
}

bool ChannelTraffic::is_free(const Peer& peer, const Write& write) const {
  return std::none_of(peer.unchecked.begin(), peer.unchecked.end(), [&](const Write& other) {
    return write.offset < other.offset + other.length && other.offset < write.offset + write.length;
  });
}

/// Bytes that the other process has not compared are not written again: it is asked to say that it
/// has, once.
bool ChannelTraffic::write(std::size_t to) {
  Peer& peer = peers_[to];
  const std::uint64_t contents = stream(node_, to, kWrites);
  const Write write = write_of(contents, peer.writes);
  if (peer.cut && !is_free(peer, write)) {
    ++peer.operations;  // nobody will say that it has compared the bytes
    return true;
  }
  if (!is_free(peer, write)) {
    const std::uint32_t begin = peer.writes - static_cast<std::uint32_t>(peer.unchecked.size());
    if (peer.asked_from == begin + 1) return false;
    peer.wants_credit = true;
    if (!send_message(to, 0)) return false;
    peer.asked_from = begin + 1;
    return true;
  }
  const std::uint64_t skip = random_number(contents, ~std::uint64_t{peer.writes}) % 1024 * 4;
  const auto source = sources_[sources_used_ % kSources].subspan(skip, write.length);
  pm_handle local = 0;
  if (channel_.lock(source.data(), source.size(), &local) != 0) {
    release();
    return false;
  }
  fill(source, contents + (std::uint64_t{peer.writes} << 20));
  const int error =
      channel_.write(static_cast<int>(to), peer.remote + write.offset, local, write.length);
  if (error == ENOBUFS) {
    channel_.unlock(source.data(), source.size());
    return false;
  }
  if (error != 0) fail("_pmVWrite", std::strerror(error), "success");
  locked_.push_back(source);
  ++sources_used_;
  ++peer.writes;
  ++peer.operations;
  peer.unchecked.push_back(write);
  return true;
}

void ChannelTraffic::release() {
  if (channel_.write_done() != 0) return;
  for (const auto source : locked_) channel_.unlock(source.data(), source.size());
  locked_.clear();
}

bool ChannelTraffic::finish() {
  const bool all = std::all_of(peers_.begin(), peers_.end(), [&](const Peer& peer) {
    if (&peer == &peers_[node_]) return true;
    return peer.final_sent && (peer.cut || (peer.bye_sent && peer.bye_received));
  });
  const int error = channel_.send_done();
  if (error == EIO) {
    ++counters_.errors;
    if (std::none_of(peers_.begin(), peers_.end(), [](const Peer& peer) { return peer.cut; }))
      fail("_pmSendDone", "EIO", "no error while all nodes can be reached");
  }
  if (error != EBUSY) release();
  if (reaches_nobody() && ++vain_looks_ > kMostLooks) done_ = true;
  if (!all || error == EBUSY) return false;
  compare_windows();
  done_ = true;
  return true;
}

bool ChannelTraffic::reaches_nobody() const {
  return std::all_of(peers_.begin(), peers_.end(),
                     [&](const Peer& peer) { return peer.cut || &peer == &peers_[node_]; });
}

std::string ChannelTraffic::text() const {
  std::string text;
  for (std::size_t n = 0; n < peers_.size(); ++n) {
    const Peer& peer = peers_[n];
    if (n == node_) continue;
    text += "node " + count(node_) + (peer.cut ? " cut off from node " : " with node ") + count(n) +
            ": sent " + count(peer.messages) + " messages and " + count(peer.writes) + " writes (" +
            count(peer.unchecked.size()) + " not compared), received " + count(peer.received) +
            " messages" + (peer.final_sent ? ", said all" : "") + (peer.bye_sent ? ", left" : "") +
            (peer.final_received ? ", heard all" : "") + (peer.bye_received ? ", was left" : "") +
            "\n";
  }
  return text;
}

void run_all(std::span<ChannelTraffic* const> traffic, host::Cpu& cpu,
             const std::function<void()>& progress) {
  const auto is_done = [](const ChannelTraffic* one) { return one->done(); };
  while (!std::all_of(traffic.begin(), traffic.end(), is_done)) {
    bool any = false;
    for (ChannelTraffic* one : traffic) any |= one->step();
    if (any)
      progress();
    else
      cpu.sleep(kLook);
  }
}

}  // namespace flybar::pm
