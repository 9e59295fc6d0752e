/// Random calls between the kernels of many hosts, beside whatever else their cards carry.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <random>
#include <vector>

#include "models/gmsnet/gmsnet.h"

namespace flybar::inet {

/// Each host serves, and has processes that call any other one.
class RandomCalls {
 public:
  struct Counters {
    std::uint64_t calls = 0;
    std::uint64_t answered = 0;
    std::uint64_t unanswered = 0;  ///< in time: a message was lost, or dropped by a full ring
    std::uint64_t no_frame = 0;    ///< one of both ends had none for the page
    std::uint64_t wrong = 0;       ///< answers that are not those of the question
  };

  /// Before the simulation starts.
  RandomCalls(std::mt19937_64& random, std::vector<gmsnet::Gmsnet*> hosts);
  RandomCalls(const RandomCalls&) = delete;
  RandomCalls& operator=(const RandomCalls&) = delete;

  /// By a process of host `n`: one call after the other until `over`.
  void call(std::size_t n, const std::function<bool()>& over);

  const Counters& counters() const { return counters_; }
  /// Frames of host `n` that its calls do not have back.
  std::uint64_t stranded(std::size_t n) const {
    return stranded_[n] - hosts_[n]->counters().reclaimed;
  }

 private:
  /// What is done with a number: it comes back, or its page comes, or goes.
  static constexpr gmsnet::Operation kEcho = 1, kGet = 2, kPut = 3;
  /// A frame that goes back to its pool when it has left.
  struct Leaving {
    host::PagePool* pool;
    host::Physical frame;
  };

  std::uint64_t below(std::uint64_t most) { return random_() % most; }
  void register_services(gmsnet::Gmsnet& net);
  void serve_get(gmsnet::Gmsnet& net, gmsnet::Request& request);
  void serve_put(gmsnet::Gmsnet& net, gmsnet::Request& request);
  /// False: there is no frame for it.
  bool add_page(gmsnet::Gmsnet& net, gmsnet::Message& message, std::uint32_t serial);
  static void left(void* leaving);
  gmsnet::Expected some_way(gmsnet::Gmsnet& net);
  void ask(std::size_t n, gmsnet::Operation operation, std::uint32_t serial);
  void look_at(const gmsnet::Reply& reply, bool got_page, std::uint32_t serial,
               gmsnet::Gmsnet& net);

  std::mt19937_64& random_;
  const std::vector<gmsnet::Gmsnet*> hosts_;
  std::vector<std::uint64_t> stranded_;
  Counters counters_;
};

}  // namespace flybar::inet
