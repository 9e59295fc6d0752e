#include "testbenches/tests/lan/ring_bench.h"

#include "models/cluster/files/platform.h"
#include "models/host/memory/words.h"
#include "models/systems/systems.h"
#include "testbenches/experiments/measure/testbed.h"

namespace flybar::lan {

namespace {
using Layout = regs::Descriptor;
}

Rings::Rings(cluster::Node& node, std::uint32_t length) : node_(node), length_(length) {
  const auto shared = [&node] {
    const host::Physical frame = node.memory.frames.allocate();
    node.memory.frames.lend(frame, Bytes(1), host::FrameState::kShared);
    return frame;
  };
  send_ = shared();
  receive_ = shared();
  for (std::uint32_t n = 0; n < length; ++n) {
    send_buffers_.push_back(shared());
    receive_buffers_.push_back(shared());
  }
}

void Rings::put(std::uint32_t at, std::uint32_t word) {
  std::array<std::uint8_t, 4> bytes;
  host::put_word(bytes, word);
  node_.memory.write(at, bytes);
}

void Rings::set_register(std::uint32_t offset, std::uint32_t value) {
  node_.cpu.store_word(node_.seat().window + offset, value);
  node_.cpu.write_barrier();
}

void Rings::start(std::uint32_t received) {
  for (std::uint32_t n = 0; n < received; ++n) give(n);
  set_register(regs::ReceiveBase::kOffset, receive_);
  set_register(regs::ReceiveLength::kOffset, length_);
  set_register(regs::SendBase::kOffset, send_);
  set_register(regs::SendLength::kOffset, length_);
  node_.cpu.drain();
}

void Rings::give(std::uint32_t place) {
  const std::uint32_t at = receive_ + place * Layout::kSize;
  put(at + Layout::kControl, first_buffer | second_buffer << Layout::kControlLength2Shift);
  put(at + Layout::kBuffer1, receive_buffers_[place]);
  put(at + Layout::kBuffer2, receive_buffers_[place] + 4096);
  put(at + Layout::kStatus, Layout::kStatusOwnerMask);
}

void Rings::post(const std::vector<std::uint8_t>& frame, std::uint32_t parts, bool interrupt) {
  const std::uint32_t at = send_ + next_ * Layout::kSize;
  const auto size = static_cast<std::uint32_t>(frame.size());
  const std::uint32_t first = parts == 1 ? size : size / 2;
  node_.memory.write(send_buffers_[next_], frame);
  put(at + Layout::kControl, first | (size - first) << Layout::kControlLength2Shift |
                                 Layout::kControlFirstMask | Layout::kControlLastMask |
                                 (interrupt ? Layout::kControlInterruptMask : 0));
  put(at + Layout::kBuffer1, send_buffers_[next_]);
  put(at + Layout::kBuffer2, send_buffers_[next_] + first);
  put(at + Layout::kStatus, Layout::kStatusOwnerMask);
  next_ = (next_ + 1) % length_;
}

void Rings::demand() {
  set_register(regs::SendDemand::kOffset, 1);
}

std::uint32_t Rings::wait(std::uint32_t at) {
  while ((node_.memory.word(at) & Layout::kStatusOwnerMask) != 0) node_.cpu.sleep(Time::us(1));
  return node_.memory.word(at);
}

std::uint32_t Rings::sent(std::uint32_t place) {
  return wait(send_ + place * Layout::kSize);
}

std::uint32_t Rings::received(std::uint32_t place) {
  return wait(receive_ + place * Layout::kSize);
}

bool Rings::is_received(std::uint32_t place) const {
  return (node_.memory.word(receive_ + place * Layout::kSize) & Layout::kStatusOwnerMask) == 0;
}

std::vector<std::uint8_t> Rings::data(std::uint32_t place, std::size_t length) {
  std::vector<std::uint8_t> all(length);
  const std::size_t first = std::min<std::size_t>(first_buffer, length);
  node_.memory.read(receive_buffers_[place], std::span(all).first(first));
  node_.memory.read(receive_buffers_[place] + 4096, std::span(all).subspan(first));
  return all;
}

namespace {

/// Keeps frames, and bursts of ring cards.
struct Watch : Observer {
  using Observer::on;
  TrackId declare(const Track& track) override {
    tracks.push_back(track.name);
    return static_cast<TrackId>(tracks.size() - 1);
  }
  void on(const Packet& packet) override {
    packets.push_back({tracks[packet.track],
                       packet.outbound,
                       packet.begin,
                       packet.end,
                       {packet.bytes.begin(), packet.bytes.end()}});
  }
  void on(const Activity& one) override {
    if (tracks[one.track].ends_with("pci.ring") && one.bytes > 0)
      bursts.push_back({tracks[one.track], one.label == "read" ? -one.bytes : one.bytes, one.end});
  }
  struct Kept {
    std::string track;
    bool outbound;
    Time begin, end;
    std::vector<std::uint8_t> bytes;
  };
  std::vector<std::string> tracks;
  std::vector<Kept> packets;
  struct Burst {
    std::string track;
    std::int64_t bytes;
    Time end;
  };
  std::vector<Burst> bursts;
};

bool is_of(const std::string& track, std::size_t node) {
  return track.find("node" + std::to_string(node) + ".") != track.npos;
}

}  // namespace

RingBench::RingBench() {
  set("node.cards", "ring");
  set("system.networks", "lan");
}

std::vector<std::uint8_t> RingBench::frame(std::size_t data, std::uint8_t first) {
  std::vector<std::uint8_t> bytes;
  for (const std::size_t node : {1, 0}) {
    const ethernet::Address address = ethernet::address_of(node);
    bytes.insert(bytes.end(), address.begin(), address.end());
  }
  bytes.push_back(8);
  bytes.push_back(0);
  for (std::size_t i = 0; i < data; ++i) bytes.push_back(static_cast<std::uint8_t>(first + i));
  return bytes;
}

void RingBench::run(const std::vector<Body>& bodies) {
  const auto system = systems::load(cluster::find_platform("alphastation-500"), parameters_);
  Watch watch;
  experiments::Testbed testbed({.system = system->params, .observer = watch},
                               {.nodes = bodies.size(), .patience = patience_});
  for (std::size_t n = 0; n < bodies.size(); ++n) testbed.run_on(n, bodies[n]);
  testbed.run();
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    cards_.push_back(RingCard::of(testbed.hardware().node(n).card()).counters());
    for (const Watch::Kept& one : watch.packets)
      if (is_of(one.track, n))
        (one.outbound ? out_ : in_)[n].push_back({one.begin, one.end, one.bytes});
    for (const Watch::Burst& one : watch.bursts)
      if (is_of(one.track, n)) {
        bursts_[n].push_back(one.bytes);
        burst_ends_[n].push_back(one.end);
      }
  }
}

}  // namespace flybar::lan
