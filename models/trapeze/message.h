/// Messages as host code sees them: views of ring entries, valid from get to release.
#pragma once

#include <cstdint>

#include "models/common/units.h"
#include "models/host/frames.h"

namespace flybar::trapeze {

using Node = std::uint32_t;
/// A weak capability for one buffer of another host. 0 is none.
using Token = std::uint32_t;
/// Called once the payload of a message has left; may run in an interrupt handler.
using Completion = void (*)(void* arg);

struct SendMessage {
  unsigned slot = 0;  ///< in the send ring
  Node destination = 0;
  std::uint8_t type = 0;  ///< which receive handler it is for
  Token token = 0;        ///< of the receiver's buffer for the payload
  std::uint32_t id = 0;   ///< type and serial number; with the node, unique in a run

  Bytes control_length;  ///< grows as control bytes are written
  host::Physical payload = 0;
  Bytes payload_length;  ///< 0: none
  Completion completion = nullptr;
  void* completion_arg = nullptr;

  Time begin;  ///< tpz_get_sendmsg was called
  Time end;    ///< tpz_release_sendmsg has posted its last word
};

struct ReceiveMessage {
  unsigned slot = 0;  ///< in the receive ring
  Node source = 0;
  std::uint8_t type = 0;
  Token token = 0;
  std::uint32_t id = 0;

  Bytes control_length;
  host::Physical payload = 0;  ///< where it lies
  Bytes payload_length;        ///< 0: none was sent, or see below
  bool discarded = false;      ///< there was a payload and no frame
  bool truncated = false;      ///< there was a payload longer than its frame
  bool ipt_rejected = false;   ///< the token was not valid
  bool ipt = false;            ///< the payload lies in the frame that was mapped for the token
  bool returned = false;       ///< the buffer of the token is the host's again

  bool held = false;       ///< by the host, from get to release
  bool has_frame = false;  ///< a frame is attached; release hands it to the NIC again
  host::Physical frame = 0;

  Time begin;  ///< the host saw it
  Time end;    ///< tpz_release_rcvmsg has posted its last word
};

inline constexpr unsigned kTypeShift = 24;  ///< of a message id: its type, then its serial number

/// What all observers call the message: equal at both ends and in between.
constexpr std::uint64_t trace_id(Node source, std::uint32_t id) {
  return static_cast<std::uint64_t>(source) << 32 | id;
}

}  // namespace flybar::trapeze
