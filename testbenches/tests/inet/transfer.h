/// One connection of TCP that carries bytes in one direction, and is closed by both ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "testbenches/tests/inet/pair.h"

struct pbuf;
struct tcp_pcb;

namespace flybar::inet {

class Transfer {
 public:
  /// `from` connects to the other side and sends random bytes, in pieces of this or, if it is 0, of
  /// random length.
  Transfer(Pair& pair, unsigned from, std::uint16_t port, std::size_t amount,
           std::size_t piece = 0);
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  /// The reader takes what has arrived, in a guard of its own. By default it is called after each
  /// packet.
  void read();
  void run() {
    pair_.run([this] { return ended; });
  }

  std::vector<std::uint8_t> content, received;
  /// The most that was on its way at once.
  std::size_t most_in_flight = 0;
  bool ended = false;
  /// The connection was given up.
  bool failed = false;

 private:
  void listen(std::uint16_t port);
  void connect(std::uint16_t port);
  void accept(tcp_pcb* block);
  void write();
  void take(pbuf* packet);

  Pair& pair_;
  unsigned from_;
  std::size_t piece_;
  std::size_t written_ = 0;
  tcp_pcb *sender_ = nullptr, *reader_ = nullptr;
  /// Has arrived, and was not read.
  pbuf* waiting_ = nullptr;
};

}  // namespace flybar::inet
