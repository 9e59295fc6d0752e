/// What the processes of the PM experiments have in common: calls that wait until they succeed, and
/// contents that are compared.
#pragma once

#include <cstdint>
#include <span>

#include "testbenches/experiments/stacks/pm/pm_stack.h"

namespace flybar::experiments {

/// Words that any process can make and check: those of message number `serial`.
void fill_pattern(std::span<std::uint8_t> bytes, std::uint64_t serial);
/// Throws SimulationError naming the first byte that is another.
void compare_pattern(std::span<const std::uint8_t> bytes, std::uint64_t serial,
                     const std::string& where);

/// What lies in `pool` from the begin of its first page on.
std::span<std::uint8_t> from_page(std::span<std::uint8_t> pool);

class PmProcess {
 public:
  explicit PmProcess(PmStack::Host& host) : ch_(host.ch), host_(host) {}

  pm_channel* channel() { return ch_; }
  std::span<std::uint8_t> allocate(Bytes bytes);

  /// Each waits while the library says that it has no room, or nothing has come. They throw
  /// SimulationError for all other errors.
  std::span<std::uint8_t> send_buffer(Bytes length);
  void send(int node);
  std::span<std::uint8_t> receive();
  void put_back();
  pm_handle lock(std::span<std::uint8_t> area);
  void unlock(std::span<std::uint8_t> area);
  void write(int node, pm_handle remote, pm_handle local, Bytes length);
  void until_stored();

  /// A message of a word or two, in one call.
  void tell(int node, std::uint64_t value);
  std::uint64_t hear();

 private:
  template <class Call>
  void until(const char* what, int busy, Call call);

  pm_channel* ch_;
  PmStack::Host& host_;
};

}  // namespace flybar::experiments
