#include "testbenches/experiments/programs/programs.h"

#include "models/inet/stack/stack.h"
#include "testbenches/experiments/programs/program_nodes.h"
#include "testbenches/experiments/stacks/inet/inet_checks.h"

namespace flybar::experiments {
namespace {

constexpr std::size_t kLeastNodes = 2;

std::string key_of(std::size_t node) {
  return "node" + std::to_string(node);
}

}  // namespace

void Programs::describe(Parameters& options) {
  for (std::size_t n = 0; n < commands_.size(); ++n)
    options.add(
        key_of(n), commands_[n], "[@TIME] COMMAND [&]",
        {"What this node runs, from that time on; with & the run does not wait for its end.",
         "asked for"});
  options.add("socket_buffer", socket_buffer_,
              {inet::Stack::kLeastSocketBuffer, Bytes(16 * 1024 * 1024)},
              {"Of each socket, for sending and for receiving.", "choice"});
  options.add("call", call_, {Time(), Time::ms(1)},
              {"CPU time of a system call besides what sockets and files do.",
               "a trap and its way back, guessed", Confidence::kGuess});
  options.add("clock_call", clock_call_, {Time(), Time::ms(1)},
              {"CPU time of looking at the clock.",
               "no trap: a page that the kernel shares, guessed", Confidence::kGuess});
}

std::size_t Programs::nodes(const cluster::SystemParams& system) const {
  if (system.is_from_file()) return system.nodes;
  std::size_t count = kLeastNodes;
  for (std::size_t n = 0; n < commands_.size(); ++n)
    if (!commands_[n].empty()) count = std::max(count, n + 1);
  return count;
}

void Programs::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  bool any = false;
  for (std::size_t n = 0; n < commands_.size(); ++n) {
    if (commands_[n].empty()) continue;
    try {
      const ProgramLine line = read_program_line(key_of(n), commands_[n]);
      any = any || !line.stays;
      check_program(key_of(n), line, faults);
    } catch (const ConfigurationError& error) {
      faults.insert(faults.end(), error.faults().begin(), error.faults().end());
    }
    if (n >= nodes(system))
      faults.push_back({key_of(n), "a program for it",
                        "nodes below " + std::to_string(nodes(system)),
                        "the system file has no more"});
  }
  if (!any && faults.empty())
    faults.push_back(
        {"node0", "no program that the run could wait for", "at least one without &",
         "write for example --set node0=\"iperf3 -s &\" --set node1=\"iperf3 -c node0\""});
  check_inet(nodes(system), socket_buffer_, system, faults);
}

Results Programs::run(const Context& context) {
  std::vector<ProgramLine> lines(nodes(context.system));
  for (std::size_t n = 0; n < lines.size() && n < commands_.size(); ++n)
    if (!commands_[n].empty()) lines[n] = read_program_line(key_of(n), commands_[n]);
  ProgramNodes nodes(context, {lines.size(), socket_buffer_, {call_, clock_call_}}, lines);
  nodes.run();
  Results results;
  nodes.account(results);
  return results;
}

}  // namespace flybar::experiments
