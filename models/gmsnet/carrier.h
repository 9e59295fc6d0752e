/// What gmsnet asks of whatever moves its messages to other hosts, and hears from it: one carrier
/// per host. It moves a control message of at most kMostControl with at most one page, and says
/// where the page lies. It may lose both.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "models/gmsnet/message.h"
#include "models/host/cpu/cpu.h"

namespace flybar::gmsnet {

/// Bytes of the longest control message: header and arguments.
inline constexpr std::size_t kMostControl = 128;

/// A message on its way out.
struct Outgoing {
  Node to = 0;
  bool reply = false;
  /// Of a request: the call of this node that it begins; 0: none, it is passed on or expects no
  /// reply.
  CallId call = 0;
  PageToken token = 0;  ///< of a reply: the caller's, for the page
  std::span<const std::uint8_t> control;
  const Message& message;  ///< whose payload and completion go with it
};

class Carrier {
 public:
  /// What becomes of a message whose handler returns.
  enum class Disposition : std::uint8_t {
    kRelease,  ///< the carrier has it back
    kKeep,     ///< it stays as it is until release()
  };
  /// Both are called in a handler, of a device or of the software interrupt: they must not block.
  class User {
   public:
    virtual ~User() = default;
    virtual Disposition request_arrived(Incoming& message) = 0;
    virtual Disposition reply_arrived(Incoming& message) = 0;
  };
  /// Of one control message, for control().
  using Buffer = std::array<std::uint8_t, kMostControl>;

  Carrier() = default;
  Carrier(const Carrier&) = delete;
  Carrier& operator=(const Carrier&) = delete;
  virtual ~Carrier() = default;

  /// Before the simulation starts.
  virtual void connect(User& user) = 0;
  virtual host::Cpu& cpu() = 0;
  virtual Node node() const = 0;

  // Sending. By processes, and by handlers in which messages arrive:

  /// False: there is no room for it now. The page must stay as it is until its completion is
  /// called, perhaps much later; never, if the message was not taken.
  virtual bool send(const Outgoing& message) = 0;
  /// Calls the completions of what has left.
  virtual void complete_sent() = 0;
  /// By a process: waits for the signal, and meanwhile gets going what there was no room for below
  /// send(). False after `timeout`; true may also mean that it is to look again.
  virtual bool wait(host::Signal& signal, Time timeout) = 0;
  /// The call is answered or given up: it needs no more room.
  virtual void call_ends(CallId call) = 0;

  // Expected pages, Delivery::kSolicited:

  /// A token for the page that is to come to `frame`, perhaps 0. Nothing: there is no room for it
  /// now.
  virtual std::optional<PageToken> expect(host::Physical frame, Bytes length) = 0;
  /// The page is expected no more. False: a message has used the token, and may yet write to the
  /// frame; that arrives, or another call of this, later, succeeds.
  virtual bool withdraw(PageToken token) = 0;
  /// A frame that could not be withdrawn goes to the host's pool once nothing writes to it.
  virtual void leave_behind(PageToken token, host::Physical frame) = 0;
  /// By who opens a call: looks for such a frame. True: one has come back.
  virtual bool recover() = 0;

  // Messages that have come. Until they are released:

  /// The control message, in `buffer` or elsewhere.
  virtual std::span<const std::uint8_t> control(Incoming& message, Buffer& buffer) = 0;
  /// Where the page of this reply lies, which was expected under `token`: fills what Reply says of
  /// the payload, and the status if it was rejected.
  virtual void deliver(Incoming& message, const Expected& expected, PageToken token,
                       Reply& reply) = 0;
  /// Copies the first bytes of the page to `to`.
  virtual void copy(Incoming& message, host::Physical to, Bytes length) = 0;
  /// A frame with the page, which is the caller's from now on; 0 if the pool has none for it or in
  /// its place.
  virtual host::Physical take_frame(Incoming& message) = 0;
  /// Nobody waits for this reply any more.
  virtual void drop(Incoming& message) = 0;
  virtual void release(Incoming& message) = 0;
};

}  // namespace flybar::gmsnet
