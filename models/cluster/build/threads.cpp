#include "models/cluster/build/threads.h"

namespace flybar::cluster {
namespace {

template <class Plans>
const char* one_by_one(const Plans& plans) {
  for (const auto& plan : plans)
    if (!plan.kind->threads) return plan.kind->name.c_str();
  return nullptr;
}

/// The first part whose nodes run one after the other, or null.
const char* one_by_one(const SystemParams& params) {
  for (const SystemParams::Role& role : params.roles) {
    const NodePlan node = params.plan(role.node);
    if (const char* card = one_by_one(node.cards)) return card;
    if (const char* bus = one_by_one(node.buses)) return bus;
  }
  return one_by_one(params.networks());
}

}  // namespace

Threads threads_for(const SystemParams& params, std::size_t nodes, std::size_t asked,
                    std::size_t least_nodes) {
  if (asked <= 1) return {};
  if (const char* part = one_by_one(params))
    return {.why = "nodes with the part \"" + std::string(part) + "\" run on one thread"};
  if (nodes < least_nodes)
    return {.why = "threads are of use from " + std::to_string(least_nodes) +
                   " nodes on, and the system has " + std::to_string(nodes)};
  if (nodes < asked)
    return {.count = nodes, .why = "the system has " + std::to_string(nodes) + " nodes"};
  return {.count = asked};
}

}  // namespace flybar::cluster
