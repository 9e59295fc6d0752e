/// Random operations on sockets of many hosts against a simple model: the bytes that a stream has,
/// in their order, and who owns which page.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "models/inet/socket/listener.h"
#include "testbenches/tests/attack/inet/talk.h"
#include "testbenches/tests/inet/socket/program_memory.h"

namespace flybar::inet {

/// What the programs do. Each of them is a process of a host, which whoever builds the hosts makes.
class Conversations {
 public:
  /// Where a server listens, and what a client asks for.
  struct Place {
    std::size_t node;
    std::uint16_t port;
  };
  struct Counters {
    std::uint64_t operations = 0;  ///< calls of send() and receive()
    std::uint64_t resets = 0;      ///< ends of connections that were not in order
    std::uint64_t audits = 0;
    // Of these there is none unless something is wrong:
    std::uint64_t wrong = 0;    ///< bytes that are not the sender's
    std::uint64_t stalled = 0;  ///< ends whose peer has closed in order, and that never heard of it
    std::uint64_t shared = 0;   ///< frames that two pages of a host have, or that are not a page's
  };

  /// Until about `wanted` operations are done. Requests shorter than `least` are copied.
  Conversations(std::mt19937_64& random, std::vector<Inet*> hosts, std::uint64_t wanted,
                Bytes least);

  // By processes:

  /// Accepts connections, one after the other.
  void serve(const Place& place, host::Cpu& cpu);
  /// Opens them, each to one of `places`. Client `number` of a host has ports of its own.
  void call(std::size_t node, unsigned number, const std::vector<Place>& places, host::Cpu& cpu);
  /// Takes nearly all frames of the host now and then, and gives them back.
  void starve(std::size_t node, host::Cpu& cpu);

  bool over() const { return counters_.operations >= wanted_; }
  const Counters& counters() const { return counters_; }
  std::size_t connections() const { return connections_; }
  /// Before it goes on, each end of a connection sends until nothing fits any more, and waits.
  bool fill_first = false;
  /// Told of each operation.
  std::function<void()> on_operation = [] {};

 private:
  static constexpr std::uint64_t kArea = 24;  ///< pages of a program
  static constexpr std::uint64_t kPage = 8192;
  /// Node and port of the server, and of the client.
  using Name = std::tuple<std::size_t, std::uint16_t, std::size_t, std::uint16_t>;
  /// One end of a connection, as its program has it.
  struct Side {
    std::size_t node;
    Connection& connection;
    ProgramMemory& memory;
    host::Cpu& cpu;
    Talk& talk;
    Stream& out;
    Stream& in;
  };
  /// Memory of a program on a host, while it exists.
  class Program;

  std::uint64_t below(std::uint64_t most) { return random_() % most; }
  Time some_time(std::uint64_t most_us) {
    return Time::us(static_cast<std::int64_t>(below(most_us)));
  }
  CopyPolicy some_policy();
  std::uint64_t some_length();
  std::uint64_t some_place(std::uint64_t length);
  Time patience();

  void play(Side side);
  bool send_some(Side& side, std::optional<Time> wait = {});
  bool fill(Side& side);
  bool receive_some(Side& side);
  bool over(Side& side, std::int64_t error);
  void finish(Side& side);
  void drain(Side& side);
  void reset_unaccepted(const Place& place);
  void audit(std::size_t node);

  std::mt19937_64& random_;
  const std::vector<Inet*> hosts_;
  const std::uint64_t wanted_;
  const Bytes least_;
  std::map<Name, std::shared_ptr<Talk>> talks_;
  std::set<std::pair<std::size_t, std::uint16_t>> closing_;  ///< listeners
  std::size_t connections_ = 0;
  std::vector<std::vector<ProgramMemory*>> memories_;  ///< of the programs of each host
  Counters counters_;
};

/// Nothing that must not happen has.
void expect_right(const Conversations::Counters& counters);
void print(const Conversations& all, const std::vector<Inet*>& hosts);

}  // namespace flybar::inet
