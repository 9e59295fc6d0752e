/// What the CPU does for NFS: each label of a cost is the name of its parameter.
#pragma once

#include "models/host/cpu/cpu_use.h"

namespace flybar::nfs {

inline constexpr host::Label kServerCall{"nfs.server_call", host::Share::kSystem};
inline constexpr host::Label kClientCall{"nfs.client_call", host::Share::kSystem};
inline constexpr host::Label kXdr{"nfs.xdr", host::Share::kSystem};
inline constexpr host::Label kCopyClusters{"copy to clusters", host::Share::kSystem,
                                           host::kByCopyRate};
inline constexpr host::Label kCopyCache{"copy to buffer cache", host::Share::kSystem,
                                        host::kByCopyRate};
inline constexpr host::Label kCopyUser{"copy to user", host::Share::kSystem, host::kByCopyRate};

}  // namespace flybar::nfs
