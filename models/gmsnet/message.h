/// What host code says to another host, and what it hears back.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "models/common/units.h"
#include "models/gmsnet/arguments.h"
#include "models/host/memory/frames.h"

namespace flybar::gmsnet {

/// The number of a host.
using Node = std::uint32_t;
/// Names a call of a node; never 0.
using CallId = std::uint32_t;
/// Names the place for the page of a reply, as the carrier of its caller understands it; 0: none.
using PageToken = std::uint32_t;
/// Called with the argument that was given with it. It may run in an interrupt handler, so it must
/// not block.
using Completion = void (*)(void* arg);
/// Which service a request is for.
using Operation = std::uint8_t;

/// How a call went. The first four come from the server, the others from the caller's own node.
enum class Status : std::uint8_t {
  kOk,
  kAbsent,     ///< the server does not have what was asked for
  kRefused,    ///< the server has no room for it
  kUnknown,    ///< the server has no such service
  kTimedOut,   ///< no reply in time: lost, or the server is dead
  kRecycled,   ///< nonblocking: no reply before its call record was needed again
  kCancelled,  ///< nonblocking: by the caller
  kRejected,   ///< the reply came, but not its page
};

std::string_view name(Status status);

/// Where the answer goes, however often a request is passed on.
struct ReplyToken {
  Node origin = 0;
  CallId call = 0;  ///< a call record of the origin; 0: no answer is expected
  PageToken payload = 0;
};

/// A message that is being made. Nothing of it exists outside the host's CPU until it is sent, so
/// that a half-made message never holds up others.
struct Message {
  Operation operation = 0;
  Status status = Status::kOk;  ///< of a reply
  Arguments arguments;

  host::Physical payload = 0;
  Bytes payload_length;  ///< 0: none
  /// The payload has left the host, whose frame is its own again.
  Completion completion = nullptr;
  void* completion_arg = nullptr;
};

/// How a caller wants the page in the reply.
enum class Delivery : std::uint8_t {
  kNone,         ///< no page is expected
  kSolicited,    ///< in `frame`: by DMA if the carrier maps it, else copied
  kUnsolicited,  ///< in a frame that it came in, or was copied to; it becomes the caller's
  kCopy,         ///< copied by the CPU from where it came to `frame`, as much as fits
};

struct Expected {
  Delivery delivery = Delivery::kNone;
  host::Physical frame = 0;
  Bytes length;  ///< of the frame
  /// Of kSolicited: a page that has come alone in another frame of the pool may stay there. Then
  /// that frame is the caller's, Reply::payload, and `frame` the pool's.
  bool may_exchange = false;
  /// Whether the receive handler may handle the reply, by a look that changes nothing. If not, a
  /// daemon does all of it, with the page, which stays where it came until then. Null: it may.
  std::function<bool()> may_handle = nullptr;
};

struct Reply {
  Status status = Status::kOk;
  Node source = 0;
  Arguments arguments;
  host::Physical payload = 0;  ///< where the page lies
  Bytes payload_length;        ///< 0: it brought none
  /// The frame for a solicited page cannot be had back yet: a message was accepted for it that has
  /// not arrived. When that arrives, or is known to be dropped, the frame goes to the host's pool.
  bool frame_lost = false;
};

/// A message that has come, as gmsnet knows it. Its carrier holds the rest of it.
struct Incoming {
  Node source = 0;
  Bytes payload_length;  ///< 0: it brought none
};

/// A request, as its service sees it.
struct Request {
  Operation operation;
  Node source;  ///< who sent this message; not always who first asked
  ReplyToken reply_to;
  Arguments arguments;
  Bytes payload_length;  ///< 0: it brought none
  Incoming* message;     ///< what the net has of it
};

}  // namespace flybar::gmsnet
