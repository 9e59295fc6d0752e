/// The library of the vendor, which stands behind the API of myriapi.h: one NIC, and a region
/// through which all messages pass, one host DMA each.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/myriapi/myriapi.h"
#include "models/myriapi/nic.h"

/// All that host software has of a port.
struct myriapi_port {};

namespace flybar::myriapi {

/// Passes of the CPU over each message, besides what its program does.
enum class Copies : std::uint8_t {
  kNone,      ///< programs fill and read the region themselves
  kAtSender,  ///< the receiver reads the region
  kAtBoth,
};

class Port : public myriapi_port {
 public:
  struct Setup {
    Copies copies = Copies::kAtSender;
    bool kernel = false;  ///< whose time it takes: the kernel's, or the process's
  };
  /// Takes the region from the memory of the host. The NIC has no other user.
  Port(Nic& nic, const Setup& setup);
  Port(const Port&) = delete;
  Port& operator=(const Port&) = delete;

  // The calls of the API, in its order.

  host::Physical next_buffer();
  bool send(std::uint32_t node, std::uint32_t channel, host::Physical from, std::uint32_t length);
  std::uint32_t check_sent();
  bool receive(myriapi_message& message, host::Physical to, Time timeout);

  Nic& nic() { return nic_; }
  const Nic& nic() const { return nic_; }
  const Setup& setup() const { return setup_; }

 private:
  std::vector<host::Physical> take_region(std::size_t buffers);
  host::Label label(const char* text) const;
  void check(std::uint32_t channel, host::Physical from, std::uint32_t length) const;
  void fill_ring();
  void give_back();
  std::optional<Packet> next_packet(Time timeout);
  std::optional<Packet> next_interrupted(Time deadline);
  [[noreturn]] void refuse(const std::string& found, const std::string& allowed,
                           const std::string& advice) const;

  Nic& nic_;
  host::Cpu& cpu_;
  const Setup setup_;
  const std::vector<host::Physical> send_buffers_;     ///< one for each descriptor
  const std::vector<host::Physical> receive_buffers_;  ///< likewise
  std::uint32_t sent_ = 0;                             ///< messages so far
  std::optional<Packet> held_;    ///< the program has the message that has come in it
  std::deque<Packet> announced_;  ///< by interrupts
  host::Signal arrival_{"a message of MyriAPI"};
};

}  // namespace flybar::myriapi
