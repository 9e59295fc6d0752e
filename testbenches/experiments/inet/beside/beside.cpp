#include "testbenches/experiments/inet/beside/beside.h"

#include <algorithm>
#include <string>

#include "models/gms/labels.h"
#include "models/gmsnet/labels.h"
#include "models/inet/labels.h"
#include "testbenches/experiments/inet/beside/calls.h"
#include "testbenches/experiments/inet/beside/file.h"

namespace flybar::experiments {

namespace {

using What = NetperfSetup::Beside;

/// The names of its costs begin so, as the parameters' do.
constexpr std::array<std::string_view, 5> kInetPrefixes = {"socket.", "inet.", "tcp.", "udp.",
                                                           "ip."};
constexpr std::array kInetLabels = {inet::kChecksum, inet::kCopySend, inet::kCopyReceive,
                                    inet::kCopyFault, inet::kGather};
constexpr std::array kKernelLabels = {
    gmsnet::kMaking,  gmsnet::kCalling, gmsnet::kServing, gmsnet::kReplying, gmsnet::kCopying,
    gms::kSystemCall, gms::kLookup,     gms::kInsert,     gms::kEviction,    gms::kGetting,
    gms::kPutting,    gms::kDirectory,  gms::kGlobal,     gms::kEpoch,       gms::kZero,
    gms::kCopyIn,     gms::kCopyOut,    gms::kMap,        gms::kTouch};

enum Whose : std::uint8_t { kInet, kKernel = kKernelWork, kShared };

Whose whose(std::string_view label) {
  const auto is = [label](const host::Label& one) { return one.text == label; };
  const auto begins = [label](std::string_view prefix) { return label.starts_with(prefix); };
  if (std::any_of(kInetPrefixes.begin(), kInetPrefixes.end(), begins)) return kInet;
  if (std::any_of(kInetLabels.begin(), kInetLabels.end(), is)) return kInet;
  return std::any_of(kKernelLabels.begin(), kKernelLabels.end(), is) ? kKernel : kShared;
}

}  // namespace

std::unique_ptr<Beside> make_beside(What what, Stack& stack, Kernels* kernels) {
  switch (what) {
    case What::kRpc:
      return std::make_unique<CallsBeside>(stack, *kernels);
    case What::kFileRead:
      return std::make_unique<FileBeside>(stack, *kernels);
    case What::kNone:
      break;
  }
  return nullptr;
}

void note_nothing(const char* what, Results& results) {
  results.notes.push_back(std::string("no ") + what +
                          " beside the test ended while it was measured: measure more");
}

void check_beside(What what, Transport transport, const cluster::SystemParams& system,
                  std::vector<Fault>& faults) {
  if (what != What::kFileRead) return;
  const std::size_t before = faults.size();
  if (transport == Transport::kIpTrapeze)
    check_pages(system, faults);
  else
    check_frames(system, faults);
  if (faults.size() > before) return;
  const std::int64_t pages = pages_beside(system.node(0)), room = pages_per_server(system.node(1));
  if (pages > room)
    faults.push_back({"gms.local_cache",
                      "a file of twice its size, " + std::to_string(pages) +
                          " pages, does not fit into the server's memory",
                      "at most " + std::to_string(room / 2) + " pages",
                      "lower it, or raise host.memory and gms.network_memory"});
}

Table shares_table(const std::array<CostsOf, 2>& costs) {
  Table table{"CPU shares",
              "work",
              {"client %", "server %"},
              {{"TCP/IP and sockets", {0, 0}},
               {"calls between kernels and files", {0, 0}},
               {"card, interrupts, processes, frames", {0, 0}}}};
  for (std::size_t n = 0; n < costs.size(); ++n)
    for (const auto& [label, us] : costs[n].by_label())
      table.rows[whose(label)].values[n] += 100 * us / costs[n].elapsed();
  return table;
}

}  // namespace flybar::experiments
