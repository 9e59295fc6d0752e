#include "models/mpi/process.h"

#include <systemc>
#include <unordered_map>

#include "models/common/error.h"

namespace flybar::mpi {
namespace {

/// Which SystemC process runs which. Only looked up, never walked.
std::unordered_map<const sc_core::sc_object*, Process*>& running() {
  static std::unordered_map<const sc_core::sc_object*, Process*> all;
  return all;
}

const sc_core::sc_object* current_thread() {
  return sc_core::sc_get_current_process_handle().get_process_object();
}

}  // namespace

Process::Process(Job& job, pm_channel* pm, const MpiParams& given)
    : job_(job),
      statistics_(job.begin(pm_node(pm), *this)),
      params(given),
      channel(pm, params, statistics_, job),
      communicators(job.size(), pm_node(pm)),
      transport(channel, params, communicators, statistics_),
      memory(channel) {
  running()[current_thread()] = this;
}

Process::~Process() {
  running().erase(current_thread());
}

Process& Process::current(const char* call) {
  const auto found = running().find(current_thread());
  if (found == running().end())
    throw SimulationError(call, "called outside of an MPI program",
                          "calls of a program that flybar::mpi::run_program() runs",
                          "run the program with it");
  return *found->second;
}

}  // namespace flybar::mpi
