/// What a process may ask of its TCP connections and ports for datagrams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/common/units.h"
#include "models/inet/lwip/node.h"

struct tcp_pcb;

namespace flybar::inet {

class Inet;

struct SocketBuffers {
  /// Bytes of data; nothing: Inet::Setup::socket_buffer. See Stack::kLeastSocketBuffer.
  std::optional<Bytes> sending = {}, receiving = {};
  /// Sizes of the buffers of a socket of this host.
  std::size_t send_size(const Inet& inet) const;
  std::size_t receive_size(const Inet& inet) const;
};

struct ConnectionOptions {
  SocketBuffers buffers = {};
  bool no_delay = false;
  /// Who hears nothing for `idle` asks the peer each `interval`, and gives up (ETIMEDOUT) after
  /// `count` questions without answer. The timer of 500 ms looks.
  struct KeepAlive {
    bool on = false;
    Time idle = Time::ms(7'200'000);
    Time interval = Time::ms(75'000);
    std::uint32_t count = 9;
  } keep_alive = {};
  /// Bytes of data in a segment at most, each way; 0: as many as fit. Before it opens.
  std::uint16_t most_segment = 0;
  std::uint8_t service = 0;  ///< type of service, in the header of IP
};

/// Those of one connection, in its control block.
class AppliedOptions {
 public:
  AppliedOptions(const Inet& inet, ConnectionOptions options, FlybarLwipConnection& stack)
      : inet_(inet), options_(options), stack_(stack) {}
  AppliedOptions(const AppliedOptions&) = delete;
  AppliedOptions& operator=(const AppliedOptions&) = delete;

  void change(const ConnectionOptions& options) { options_ = options; }
  /// To a new control block, and after a change. Once it is `open`, its buffer for receiving only
  /// grows, and its segments stay as they are.
  void apply(tcp_pcb& pcb, bool open);

  /// Bytes of data.
  std::size_t send_buffer() const;
  std::size_t receive_buffer() const;
  /// Of the buffer for sending, free.
  std::size_t room(const tcp_pcb& pcb) const;
  /// A sender that waits for room goes on when this many bytes are free. A buffer smaller than the
  /// mark has it at its size.
  std::size_t low_water() const;

 private:
  void apply_room(tcp_pcb& pcb, bool open);
  void apply_window(tcp_pcb& pcb, bool open);

  const Inet& inet_;
  ConnectionOptions options_;
  FlybarLwipConnection& stack_;
  std::size_t lwip_room_ = 0;  ///< of the buffer for sending, as lwIP counts
};

}  // namespace flybar::inet
