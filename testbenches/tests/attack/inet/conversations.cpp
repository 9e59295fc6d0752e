#include "testbenches/tests/attack/inet/conversations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <utility>

namespace flybar::inet {

using host::Cpu;
using host::FrameState;
using host::Physical;

namespace {

constexpr Time kUntilAllListen = Time::ms(1);
constexpr Time kConnectPatience = Time::ms(2'000), kCallPatience = Time::ms(2'000);
/// In which nothing fits, and which ends spend with full buffers.
constexpr Time kFull = Time::ms(50), kSilence = Time::ms(1'000);
/// Of a client, before it uses them again.
constexpr std::uint16_t kPorts = 10'000;
/// Calls in which the end of a stream comes, after all that TCP sends again.
constexpr int kLastCalls = 400;

}  // namespace

class Conversations::Program {
 public:
  Program(Conversations& all, std::size_t node)
      : memory(*all.hosts_[node]), memories_(all.memories_[node]) {
    memories_.push_back(&memory);
  }
  ~Program() { std::erase(memories_, &memory); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  ProgramMemory memory;

 private:
  std::vector<ProgramMemory*>& memories_;
};

Conversations::Conversations(std::mt19937_64& random, std::vector<Inet*> hosts,
                             std::uint64_t wanted, Bytes least)
    : random_(random),
      hosts_(std::move(hosts)),
      wanted_(wanted),
      least_(least),
      memories_(hosts_.size()) {}

CopyPolicy Conversations::some_policy() {
  return {.remap_sent = below(4) > 0, .remap_received = below(4) > 0, .least = least_};
}

std::uint64_t Conversations::some_place(std::uint64_t length) {
  const std::uint64_t room = kArea * kPage - length;
  return below(2) ? below(room / kPage + 1) * kPage : below(room + 1);
}

std::uint64_t Conversations::some_length() {
  const std::uint64_t sizes[] = {below(8) + 1, below(200) + 1, below(kPage) + 1,
                                 kPage,        2 * kPage,      below(12 * kPage) + 1};
  return sizes[below(std::size(sizes))];
}

Time Conversations::patience() {
  return below(3) ? kCallPatience : some_time(500);
}

/// False once the connection is over.
bool Conversations::send_some(Side& side, std::optional<Time> wait) {
  const std::uint64_t length = some_length(), at = some_place(length);
  std::vector<std::uint8_t> bytes(length);
  for (std::uint64_t n = 0; n < length; ++n) bytes[n] = side.out.at(side.out.sent + n);
  side.memory.write(at, bytes);
  const auto sent =
      side.connection.send(some_policy(), side.memory.at(at), length, wait ? *wait : patience());
  if (sent > 0) side.out.sent += static_cast<std::uint64_t>(sent);
  // What the network has is the bytes of then.
  if (below(2)) {
    bytes.assign(std::min(length, below(length) + 1), 0xee);
    side.memory.write(at, bytes);
  }
  if (sent < 0 && sent != -EAGAIN) return over(side, sent);
  return true;
}

/// False once the connection is over.
bool Conversations::fill(Side& side) {
  std::uint64_t before = 0;
  do {
    before = side.out.sent;
    if (!send_some(side, kFull)) return false;
  } while (side.out.sent > before);
  side.cpu.sleep(kSilence);
  return true;
}

bool Conversations::over(Side& side, std::int64_t error) {
  EXPECT_TRUE(error == -ECONNRESET || error == -ETIMEDOUT || error == -EPIPE) << error;
  EXPECT_TRUE(side.talk.reset || error == -ETIMEDOUT) << error;
  side.talk.reset = true;
  ++counters_.resets;
  return false;
}

bool Conversations::receive_some(Side& side) {
  const std::uint64_t length = some_length(), at = some_place(length);
  const auto came = side.connection.receive(some_policy(), side.memory.at(at), length, patience());
  if (came == -EAGAIN) return true;
  if (came < 0) return over(side, came);
  if (came == 0) {
    EXPECT_TRUE(side.in.closed);
    EXPECT_EQ(side.in.received, side.in.sent);
    return false;
  }
  for (const std::uint8_t one : side.memory.read(at, static_cast<std::size_t>(came)))
    counters_.wrong += one != side.in.at(side.in.received++);
  EXPECT_LE(side.in.received, side.in.sent + kArea * kPage);
  return true;
}

/// Ends as programs do: in order, or in the middle.
void Conversations::finish(Side& side) {
  if (below(4) == 0) {
    side.talk.reset = true;
    side.out.closed = below(2) == 0;
    side.out.closed ? side.connection.close() : side.connection.abort();
    return;
  }
  side.out.closed = true;
  side.connection.shut_down();
  int calls = 0;
  while (calls < kLastCalls && receive_some(side)) ++calls;
  if (calls == kLastCalls && side.in.closed && !side.talk.reset) drain(side);
  side.talk.reset = true;  // for what the other one still sends
  side.connection.close();
}

/// All that the peer has sent before it closed comes, however it is lost on the way.
void Conversations::drain(Side& side) {
  std::uint64_t had = side.in.received;
  for (int calls = 0; receive_some(side); ++calls) {
    if (side.in.received != had) calls = 0;
    had = side.in.received;
    if (calls < kLastCalls) continue;
    counters_.stalled += !side.talk.reset;
    return;
  }
}

void Conversations::play(Side side) {
  const std::uint64_t count = 5 + below(60);
  bool open = !fill_first || fill(side);
  for (std::uint64_t n = 0; n < count && open; ++n) {
    ++counters_.operations;
    on_operation();
    open = below(2) ? send_some(side) : receive_some(side);
    audit(side.node);
    if (below(8) == 0) side.cpu.sleep(some_time(3000));
    if (below(30) == 0) side.memory.release(kArea);
  }
  finish(side);
}

void Conversations::serve(const Place& place, Cpu& cpu) {
  Program program(*this, place.node);
  Listener listener(*hosts_[place.node]);
  EXPECT_EQ(listener.listen(place.port, 3), 0);
  while (!over()) {
    const auto connection = listener.accept(Time::ms(50));
    if (!connection) continue;
    const std::shared_ptr<Talk> talk =
        talks_[{place.node, place.port, connection->ends().peer, connection->ends().peer_port}];
    talk->accepted = true;
    play({place.node, *connection, program.memory, cpu, *talk, talk->streams[1], talk->streams[0]});
  }
  reset_unaccepted(place);
  listener.close();
  program.memory.release(kArea);
}

/// Connections that nobody has accepted are reset, also those that are opened meanwhile.
void Conversations::reset_unaccepted(const Place& place) {
  for (auto& [name, talk] : talks_) {
    const bool here = std::get<0>(name) == place.node && std::get<1>(name) == place.port;
    if (here && !talk->accepted) talk->reset = true;
  }
  closing_.insert({place.node, place.port});
}

void Conversations::call(std::size_t node, unsigned number, const std::vector<Place>& places,
                         Cpu& cpu) {
  Program program(*this, node);
  cpu.sleep(kUntilAllListen);
  for (std::uint16_t own = 0; !over(); own = static_cast<std::uint16_t>((own + 1) % kPorts)) {
    const Place& to = places.size() == 1 ? places.front() : places[below(places.size())];
    const auto connection = Connection::make(*hosts_[node]);
    const auto from = static_cast<std::uint16_t>(kPorts * (number + 1) + own);
    const auto talk = std::make_shared<Talk>();
    talk->reset = closing_.contains({to.node, to.port});
    talks_[{to.node, to.port, node, from}] = talk;
    ++connections_;
    for (Stream& stream : talk->streams) stream.seed = random_();
    if (establish(*connection, {static_cast<std::uint32_t>(to.node), to.port, from},
                  kConnectPatience) == 0)
      play({node, *connection, program.memory, cpu, *talk, talk->streams[0], talk->streams[1]});
    else
      talk->reset = true, connection->close();
  }
  program.memory.release(kArea);
}

void Conversations::starve(std::size_t node, Cpu& cpu) {
  host::PagePool& pool = hosts_[node]->pool();
  while (!over()) {
    const std::size_t left = below(2) ? 2 : below(20);
    std::vector<Physical> frames;
    while (pool.free_count() > left)
      if (const auto frame = pool.try_allocate()) frames.push_back(*frame);
    cpu.sleep(some_time(10'000));
    for (const Physical frame : frames) pool.free(frame);
    cpu.sleep(some_time(30'000));
  }
}

/// Each page that a program of the host has is in a frame of its own, which is no device's and not
/// free.
void Conversations::audit(std::size_t node) {
  if (++counters_.audits % 16 != 0) return;
  const host::Frames& frames = hosts_[node]->cpu().memory().frames;
  std::vector<Physical> found;
  for (ProgramMemory* memory : memories_[node])
    for (std::uint64_t page = 0; page < kArea; ++page)
      if (const Physical frame = memory->frame(page * kPage)) found.push_back(frame);
  for (const Physical frame : found) {
    const FrameState state = frames.state(frame);
    counters_.shared += state != FrameState::kHost && state != FrameState::kSending;
  }
  std::sort(found.begin(), found.end());
  for (std::size_t n = 1; n < found.size(); ++n) counters_.shared += found[n] == found[n - 1];
}

void expect_right(const Conversations::Counters& counters) {
  EXPECT_EQ(counters.wrong, 0u);
  EXPECT_EQ(counters.stalled, 0u);
  EXPECT_EQ(counters.shared, 0u);
}

void print(const Conversations& all, const std::vector<Inet*>& hosts) {
  std::uint64_t segments = 0, again = 0;
  for (Inet* const inet : hosts) {
    segments += inet->output().counters().segments;
    again += inet->stack().retransmissions();
  }
  const auto number = [](auto value) { return static_cast<unsigned long long>(value); };
  std::printf(
      "%llu operations, %llu connections, %llu ended by a reset, %llu segments, %llu sent again\n",
      number(all.counters().operations), number(all.connections()), number(all.counters().resets),
      number(segments), number(again));
}

}  // namespace flybar::inet
