/// What the coordinator of an epoch and the members tell each other.
#pragma once

#include "models/gms/replacement/replacement.h"
#include "models/gmsnet/arguments.h"

namespace flybar::gms {

/// Nodes of a cluster, members or absent: more do not fit into one message.
inline constexpr std::int64_t kMostMembers = 24;

void push(const AgeSummary& summary, gmsnet::Arguments& to);
AgeSummary pop_summary(gmsnet::Arguments& from);

void push(const Epoch& epoch, gmsnet::Arguments& to);
Epoch pop_epoch(gmsnet::Arguments& from);

}  // namespace flybar::gms
