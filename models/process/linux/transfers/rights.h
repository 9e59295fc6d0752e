/// Descriptors that go with data from one program to another (SCM_RIGHTS). On their way they are
/// open here, so that what they stand for stays.
#pragma once

#include <sys/socket.h>

#include "models/process/linux/linux.h"
#include "models/process/linux/object.h"

namespace flybar::process {

/// Those that the header of sendmsg() names. 0, or a negative error: -EPERM for credentials, and
/// for what the machine does not let be opened here.
int read_rights(Linux& host, Thread& thread, const Call& call, const msghdr& header,
                Rights& rights);
/// Numbers for them, in the control data of recvmsg(), which `header` says the length of then. What
/// there is no room for is lost, as its flags say. 0, or a negative error.
int give_rights(Thread& thread, const Call& call, const Rights& rights, int flags, msghdr& header);

}  // namespace flybar::process
