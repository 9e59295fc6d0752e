#include "testbenches/experiments/programs/programs.h"

#include <algorithm>
#include <set>

#include "models/inet/stack/stack.h"
#include "testbenches/experiments/inet/inet_options.h"
#include "testbenches/experiments/programs/program_file.h"
#include "testbenches/experiments/programs/program_nodes.h"
#include "testbenches/experiments/stacks/inet/inet_checks.h"

namespace flybar::experiments {
namespace {

constexpr std::size_t kLeastNodes = 2;

/// A rule of a node that is not there would find no request.
void check_rule(const RequestRule& rule, std::size_t nodes, std::vector<Fault>& faults) {
  std::size_t node = 0;
  if (is_program_key(rule.of, node) && node >= nodes)
    faults.push_back({"requests", "of " + rule.of, "nodes below " + std::to_string(nodes),
                      "name a node or a program that is there"});
}

bool is_key(std::string_view key) {
  std::size_t node = 0;
  return is_program_key(key, node);
}

void append(std::vector<Fault>& faults, const ConfigurationError& error) {
  faults.insert(faults.end(), error.faults().begin(), error.faults().end());
}

}  // namespace

void Programs::describe(Parameters& options) {
  options.add_family(
      "node0", commands_, is_key, "[@TIME] COMMAND [&]",
      {"What this node runs, from that time on; with & the run does not wait for its "
       "end. Likewise node1, node2 ...; a second program of node 0 is node0.1.",
       "asked for"});
  options.add("others", others_, "[@TIME] COMMAND [&]",
              {"What each node runs that has no program of its own.", "asked for"});
  options.add("nodes", nodes_, {0, kMostProgramNodes},
              {"Of the system; 0: up to the last with a program, and at least two.", "choice"});
  options.add("file", file_, "a TOML file with programs = [{node = 0, run = \"...\"}, ...]",
              {"Programs besides those of options.", "asked for"});
  options.add("requests", requests_, "[PROGRAM or NODE:] CALL .. [last] CALL",
              {"From which call to which on one descriptor a request lasts, for its percentiles.",
               "asked for"});
  add_ip_transport(options, transport_);
  options.add("socket_buffer", socket_buffer_,
              {inet::Stack::kLeastSocketBuffer, Bytes(16 * 1024 * 1024)},
              {"Of each socket, for sending and for receiving.", "choice"});
  options.add("call", call_, {Time(), Time::ms(1)},
              {"CPU time of a system call besides what sockets and files do.",
               "a trap and its way back, guessed", Confidence::kGuess});
  options.add("clock_call", clock_call_, {Time(), Time::ms(1)},
              {"CPU time of looking at the clock.",
               "no trap: a page that the kernel shares, guessed", Confidence::kGuess});
  describe_computing(options);
}

void Programs::describe_computing(Parameters& options) {
  using By = process::Computing::By;
  options.add_choice("computing", computing_.by,
                     {{"none", By::kNothing},
                      {"declared", By::kDeclared},
                      {"blocks", By::kBlocks},
                      {"counted", By::kCounted},
                      {"measured", By::kMeasured}},
                     {"What says how long programs compute between their calls.", "choice"});
  options.add("block", computing_.block, {Time(), Time::us(10)},
              {"Of code compiled by flybar-cc, with computing=blocks.",
               "5 instructions, one a clock of 266 MHz, guessed", Confidence::kGuess});
  options.add("instruction", computing_.instruction, {Time(), Time::us(10)},
              {"Of this machine, with computing=counted.", "one a clock of 266 MHz, guessed",
               Confidence::kGuess});
  options.add("slower", computing_.slower, "", {0.001, 1000},
              {"The modelled host than this machine, with computing=measured.", "choice"});
}

std::vector<std::string> Programs::headline() const {
  if (requests_.empty()) return {"time", "calls"};
  return {"request_p50", "request_p99", "request_p999", "requests", "time"};
}

std::vector<std::string> Programs::inputs() const {
  std::vector<std::string> files;
  if (!file_.empty()) files.push_back(file_);
  for (const ProgramLine& line : given_lines())
    if (!line.input.empty()) files.push_back(line.input);
  return files;
}

/// Those of options, and of the file.
std::vector<ProgramLine> Programs::given_lines() const {
  std::vector<ProgramLine> all;
  std::vector<Fault> faults;
  for (const auto& [key, command] : commands_) {
    if (command.empty()) continue;
    try {
      all.push_back(read_program_line(key, command));
    } catch (const ConfigurationError& error) {
      append(faults, error);
    }
  }
  try {
    if (!file_.empty())
      for (ProgramLine& line : read_program_file(file_)) all.push_back(std::move(line));
  } catch (const ConfigurationError& error) {
    append(faults, error);
  }
  std::set<std::string> keys;
  for (const ProgramLine& line : all)
    if (!keys.insert(line.key).second)
      faults.push_back({line.key, "is in " + file_ + " and an option", "each program once",
                        "write another number behind the dot, for example " + line.key + ".9"});
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
  return all;
}

std::size_t Programs::count_nodes(const cluster::SystemParams& system,
                                  const std::vector<ProgramLine>& lines) const {
  if (system.is_from_file()) return system.nodes;
  if (nodes_ != 0) return static_cast<std::size_t>(nodes_);
  std::size_t count = kLeastNodes;
  for (const ProgramLine& line : lines) count = std::max(count, line.node + 1);
  return std::min<std::size_t>(count, kMostProgramNodes);
}

Programs::Plan Programs::plan(const cluster::SystemParams& system) const {
  Plan plan{.nodes = 0, .lines = given_lines()};
  plan.nodes = count_nodes(system, plan.lines);
  std::vector<bool> has(plan.nodes);
  for (const ProgramLine& line : plan.lines)
    if (line.node < plan.nodes) has[line.node] = true;
  for (std::size_t n = 0; n < plan.nodes && !others_.empty(); ++n) {
    if (has[n]) continue;
    plan.lines.push_back(read_program_line("others", others_));
    plan.lines.back().key = "node" + std::to_string(n);
    plan.lines.back().node = n;
  }
  std::stable_sort(plan.lines.begin(), plan.lines.end(),
                   [](const ProgramLine& a, const ProgramLine& b) { return a.node < b.node; });
  return plan;
}

void Programs::check(const cluster::SystemParams& system, std::vector<Fault>& faults) const {
  const std::size_t before = faults.size();
  Plan all;
  try {
    all = plan(system);
    if (!requests_.empty()) check_rule(read_request_rule("requests", requests_), all.nodes, faults);
  } catch (const ConfigurationError& error) {
    append(faults, error);
  }
  if (system.is_from_file() && nodes_ != 0 && static_cast<std::size_t>(nodes_) != system.nodes)
    faults.push_back({"nodes", std::to_string(nodes_),
                      std::to_string(system.nodes) + ", those of the system file", "leave it out"});
  for (const ProgramLine& line : all.lines) {
    check_program(line, faults);
    if (line.node >= all.nodes && line.node < kMostProgramNodes)
      faults.push_back({line.key, "a program for it", "nodes below " + std::to_string(all.nodes),
                        "the system file or the option nodes has no more"});
  }
  const bool any = std::any_of(all.lines.begin(), all.lines.end(),
                               [](const ProgramLine& line) { return !line.stays; });
  if (!any && faults.size() == before)
    faults.push_back(
        {"node0", "no program that the run could wait for", "at least one without &",
         "write for example --set node0=\"iperf3 -s &\" --set node1=\"iperf3 -c node0\""});
  std::string why_not;
  if (computing_.by == process::Computing::By::kCounted && !process::machine_counts(why_not))
    faults.push_back({"computing", "counted, but this machine counts no instructions: " + why_not,
                      "none, declared, blocks, measured",
                      "take blocks, and compile the program by flybar-cc"});
  if (faults.size() == before) check_inet(transport_, all.nodes, socket_buffer_, system, faults);
}

Results Programs::run(const Context& context) {
  const Plan all = plan(context.system);
  std::optional<RequestRule> rule;
  if (!requests_.empty()) rule = read_request_rule("requests", requests_);
  ProgramNodes nodes(context,
                     {.nodes = all.nodes,
                      .transport = transport_,
                      .socket_buffer = socket_buffer_,
                      .costs = {call_, clock_call_},
                      .computing = computing_,
                      .requests = rule},
                     all.lines);
  nodes.run();
  Results results;
  nodes.account(results);
  return results;
}

}  // namespace flybar::experiments
