/// What the calls that move data have in common.
#pragma once

#include "models/process/linux/object.h"
#include "models/process/linux/transfers/area.h"

namespace flybar::process {

bool is_datagram(const Object& object);
/// Into the memory of the program, as a call with these flags (MSG_...): bytes, or a negative
/// error. Descriptors that come with them are lost without `rights`.
std::int64_t receive(Thread& thread, Object& object, const Area& area, int flags, sockaddr_in* from,
                     Rights* rights = nullptr);
/// Out of it; `rights` go with the first byte, and are empty then.
std::int64_t send(Thread& thread, Object& object, const Area& area, int flags,
                  const sockaddr_in* to, Rights* rights = nullptr);
/// The address that a datagram is to be sent to. 0, or a negative error.
int read_receiver(const Thread& thread, std::uint64_t at, std::uint64_t length, sockaddr_in& to);

}  // namespace flybar::process
