/// A network interface without a card: packets go from one host's memory to the other's after a
/// fixed delay, and arrive there in an interrupt. By chance, if asked for, some are lost, damaged
/// or overtaken.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "models/common/agenda.h"
#include "models/host/paging/page_pool.h"
#include "models/inet/device/device.h"

namespace flybar::inet {

/// When a device says that it has done with a packet.
enum class Completion : std::uint8_t {
  kCalled,     ///< when it is asked, or has no room: all that have left, as a Trapeze endpoint does
  kInterrupt,  ///< by itself, in an interrupt, some time after they have left, in any order
};

class MemoryDevice;

/// The wire, and what it does to packets.
class MemoryNetwork {
 public:
  using Packet = std::vector<std::uint8_t>;
  struct Setup {
    Time delay = Time::us(20);
    /// Shares of the packets that are lost, have a bit changed, or arrive up to 1 ms late.
    double lost = 0, damaged = 0, late = 0;
    std::uint64_t seed = 1;
  };
  explicit MemoryNetwork(const Setup& setup) : random(setup.seed), setup_(setup) {}

  /// That of the next node.
  void add(MemoryDevice& device) { devices_.push_back(&device); }
  /// How long a packet takes; nothing: it is lost. May change it.
  std::optional<Time> carry(Packet& packet);
  /// Null: there is no such node.
  MemoryDevice* at(std::uint32_t node) { return node < devices_.size() ? devices_[node] : nullptr; }

  /// May change a packet; loses it with false.
  std::function<bool(Packet&)> tamper = [](Packet&) { return true; };
  std::mt19937_64 random;

 private:
  bool by_chance(double share) {
    return share > 0 && std::uniform_real_distribution<>(0, 1)(random) < share;
  }
  const Setup setup_;
  std::vector<MemoryDevice*> devices_;
};

class MemoryDevice final : public Device, private Task {
 public:
  struct Parts {
    host::Cpu& cpu;
    host::PagePool& pool;
    Agenda& agenda;
    host::InterruptLine& line;
    MemoryNetwork& network;
  };
  struct Setup {
    Bytes mtu = Bytes(8320);
    std::size_t send_entries = 32;
    std::size_t receive_frames = 32;
    Completion completion = Completion::kCalled;
  };
  struct Counters {
    std::uint64_t sent = 0;
    std::uint64_t no_room = 0;
    std::uint64_t nowhere = 0;    ///< to a node that is not there
    std::uint64_t too_long = 0;   ///< dropped on receipt: more than a frame behind the head
    std::uint64_t ring_full = 0;  ///< dropped on receipt: all frames hold packets
    std::uint64_t no_frame = 0;   ///< likewise: the pool has none to take its place
    /// Packets whose bytes were others when they left than when they were handed over.
    std::uint64_t changed = 0;
  };
  /// Before the simulation starts. The frames for what arrives are the pool's.
  MemoryDevice(const Parts& parts, const Setup& setup);
  MemoryDevice(const MemoryDevice&) = delete;
  MemoryDevice& operator=(const MemoryDevice&) = delete;

  void connect(User& user) override { user_ = &user; }
  Bytes mtu() const override { return setup_.mtu; }
  bool computes_sums() const override { return false; }
  /// Packets are called by their number, from 1 on.
  Outcome send(const Chain& packet) override;
  void complete_sent() override { complete(parts_.cpu.now()); }

  /// A packet arrives: `head` of its bytes in memory of their own, the others in a frame.
  void deliver(const MemoryNetwork::Packet& packet, std::size_t head, Time at);
  /// Nothing is said to have been sent, until false.
  void hold_back(bool held) { held_back_ = held; }
  const Counters& counters() const { return counters_; }
  /// Packets that it holds.
  std::size_t count() const { return sent_.size(); }

 private:
  struct Sent {
    std::vector<Piece> pieces;
    MemoryNetwork::Packet bytes;
    std::size_t head;
    std::uint32_t to;
    void* packet;
    Time leaves;
    Time done;
    bool left = false;
  };
  struct Came {
    MemoryNetwork::Packet head;
    host::Physical frame;
    std::uint32_t length;
  };
  struct OnWire {
    MemoryNetwork::Packet bytes;
    std::size_t head;
    std::uint32_t to;
    Time at;
  };

  void run(Time now) override;
  void leave(Sent& packet);
  void complete(Time now);
  void interrupt();
  void schedule(Time now);
  Time next(Time now) const;
  std::size_t head_of(const Chain& packet) const;

  const Parts parts_;
  const Setup setup_;
  User* user_ = nullptr;
  std::deque<Sent> sent_;
  std::vector<OnWire> on_wire_;
  std::deque<Came> came_;
  std::vector<host::Physical> frames_;  ///< for what arrives
  bool held_back_ = false;
  Counters counters_;
};

}  // namespace flybar::inet
