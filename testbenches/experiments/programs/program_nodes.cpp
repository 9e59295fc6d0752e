#include "testbenches/experiments/programs/program_nodes.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "models/common/quantity.h"
#include "models/inet/stack/address.h"

namespace flybar::experiments {
namespace {

constexpr Time kProgramsPatience = Time::ms(600'000);
/// That a record keeps.
constexpr std::size_t kMostOutput = 10'000;
constexpr std::size_t kMostOutputBytes = 4'000'000;
/// Of a line; a longer one is told in parts.
constexpr std::size_t kMostLine = 64 * 1024;
constexpr std::size_t kShownConnections = 16;

/// Programs of the machine run one at a time, in an order that follows from the model alone.
Context on_one_thread(Context context) {
  if (context.threads.asked > 1 && context.threads.on_less)
    context.threads.on_less(1, "programs of the machine run one at a time");
  context.threads.asked = 1;
  return context;
}

std::vector<std::unique_ptr<process::Keeper>> keepers_of(std::size_t nodes,
                                                         const std::vector<ProgramLine>& lines) {
  std::vector<std::unique_ptr<process::Keeper>> keepers(nodes);
  for (const ProgramLine& line : lines)
    if (!keepers[line.node])
      keepers[line.node] = std::make_unique<process::Keeper>("node" + std::to_string(line.node));
  return keepers;
}

std::string dotted(std::uint32_t address) {
  return std::to_string(address >> 24) + "." + std::to_string(address >> 16 & 255) + "." +
         std::to_string(address >> 8 & 255) + "." + std::to_string(address & 255);
}

}  // namespace

/// What a program writes to its output, line by line, with the instant of each.
class ProgramNodes::Printer final : public process::LocalObject {
 public:
  Printer(host::Cpu& cpu, ProgramNodes& nodes, std::string program)
      : LocalObject(cpu), nodes_(nodes), program_(std::move(program)) {}

  int ready() const override { return POLLOUT; }
  std::int64_t send(std::span<const std::byte> from, const process::How&) override {
    written_ = std::max(kernel_time(), cpu().now());
    std::string_view left(reinterpret_cast<const char*>(from.data()), from.size());
    while (!left.empty()) {
      if (text_.size() == kMostLine && left.front() != '\n') tell();
      const std::size_t end = left.find('\n'), room = kMostLine - text_.size();
      const bool whole = end <= room;
      text_.append(left.substr(0, std::min(end, room)));
      left.remove_prefix(std::min(whole ? end + 1 : room, left.size()));
      if (whole) tell();
    }
    return static_cast<std::int64_t>(from.size());
  }
  void close() override { tell_rest(); }
  /// What has no end of line yet. The host may have gone.
  void tell_rest() {
    if (!text_.empty()) tell();
  }

 private:
  void tell() { nodes_.add_output({program_, written_, std::exchange(text_, {})}); }

  ProgramNodes& nodes_;
  const std::string program_;
  std::string text_;
  Time written_ = {};
};

ProgramNodes::ProgramNodes(const Context& context, const Setup& setup,
                           const std::vector<ProgramLine>& lines)
    : context_(on_one_thread(context)),
      setup_(setup),
      lines_(lines),
      keepers_(keepers_of(setup.nodes, lines)),
      testbed_(context_, {.nodes = setup.nodes, .patience = kProgramsPatience}),
      link_(make_link_layer(testbed_, setup.transport)),
      hosts_(testbed_, *link_, {setup.socket_buffer, sums_by_software(setup.transport)}),
      linux_(setup.nodes),
      only_servers_(setup.nodes),
      ended_(lines.size()),
      one_ended_(setup.nodes, host::Signal("the end of a program")) {
  if (setup.requests) requests_.emplace(*setup.requests);
  for (std::size_t n = 0; n < setup.nodes; ++n) {
    sockets_.emplace_back(hosts_.inet(n), static_cast<std::uint32_t>(setup.nodes));
    if (keepers_[n]) make_linux(n);
  }
}

void ProgramNodes::make_linux(std::size_t n) {
  process::Linux::Parts parts{.cpu = testbed_.hardware().node(n).cpu,
                              .turn = turn_,
                              .keeper = *keepers_[n],
                              .sockets = sockets_[n],
                              .costs = setup_.costs,
                              .computing = setup_.computing,
                              .node = static_cast<std::uint32_t>(n),
                              .hosts = hosts(),
                              .on_progress = [this, n] { progress(n); },
                              .tells_arguments = static_cast<bool>(context_.on_call)};
  if (requests_ || context_.on_call)
    parts.on_call = [this, n](const process::MadeCall& made) { tell_call(n, made); };
  linux_[n] = std::make_unique<process::Linux>(std::move(parts));
}

std::string ProgramNodes::hosts() const {
  std::string text = "127.0.0.1 localhost\n";
  for (std::size_t n = 0; n < setup_.nodes; ++n)
    text += dotted(inet::address_of(static_cast<std::uint32_t>(n))) + " node" + std::to_string(n) +
            "\n";
  return text;
}

/// Servers of a node work on when all others there have ended: that counts, too. The card counts to
/// the instant of its node: beyond, others could still reach it.
void ProgramNodes::progress(std::size_t n) {
  testbed_.progress();
  if (!only_servers_[n]) return;
  testbed_.hardware().node(n).cpu.sync();
  link_->stack().count_to(n);
}

void ProgramNodes::tell_call(std::size_t n, const process::MadeCall& made) {
  if (requests_) requests_->see(n, made);
  if (!context_.on_call) return;
  context_.on_call(fmt::format("{:.3f} us node{} {}[{}] {}({}) = {} <{:.3f} us>", made.begin.us(),
                               n, made.program, made.pid, process::name_of_call(made.call.number),
                               made.arguments, process::text_of_result(made),
                               (made.end - made.begin).us()));
}

void ProgramNodes::add_output(OutputLine line) {
  if (context_.on_output) context_.on_output(line);
  const std::size_t bytes = output_bytes_ + line.text.size();
  if (output_.size() >= kMostOutput || bytes > kMostOutputBytes) {
    ++output_left_out_;
    return;
  }
  output_bytes_ = bytes;
  output_.push_back(std::move(line));
}

void ProgramNodes::run_program(std::size_t k, host::Cpu& cpu) {
  const ProgramLine& line = lines_[k];
  if (const Time left = line.start - cpu.now(); left > Time()) cpu.sleep(left);
  process::Linux& host = *linux_[line.node];
  const char* const file = line.input.empty() ? "/dev/null" : line.input.c_str();
  const process::Descriptor input(open(file, O_RDONLY | O_CLOEXEC));
  printers_.push_back(std::make_shared<Printer>(cpu, *this, line.key));
  const process::Descriptor output = host.make_descriptor(printers_.back());
  const std::string directory = line.directory.empty()
                                    ? std::filesystem::current_path().string()
                                    : std::filesystem::absolute(line.directory).string();
  const char* const path = std::getenv("PATH");
  std::vector<std::string> environment = {
      std::string("PATH=") + (path != nullptr ? path : "/usr/bin:/bin"), "HOME=" + directory,
      "LANG=C.UTF-8", "FLYBAR_NODE=" + std::to_string(line.node),
      "FLYBAR_NODES=" + std::to_string(setup_.nodes)};
  environment.insert(environment.end(), line.environment.begin(), line.environment.end());
  Ended& ended = ended_[k];
  ended.begin = cpu.now();
  ended.code = host.run({.command = line.command,
                         .environment = std::move(environment),
                         .directory = directory,
                         .input = input.number(),
                         .output = output.number(),
                         .errors = output.number()});
  ended.ended = true;
  ended.end = cpu.now();
  cpu.notify_all(one_ended_[line.node]);
}

/// The process of the node runs the first program that it waits for, and waits for the others.
void ProgramNodes::run_on(std::size_t n) {
  link_->stack().run_on(n, [this, n](cluster::Node& host) {
    std::optional<std::size_t> first;
    for (std::size_t k = 0; k < lines_.size(); ++k) {
      if (lines_[k].node != n) continue;
      if (!first && !lines_[k].stays)
        first = k;
      else
        host.cpu.add_process(lines_[k].key, [this, k](host::Cpu& cpu) { run_program(k, cpu); });
    }
    if (first) run_program(*first, host.cpu);
    const auto runs = [&] {
      for (std::size_t k = 0; k < lines_.size(); ++k)
        if (lines_[k].node == n && !lines_[k].stays && !ended_[k].ended) return true;
      return false;
    };
    while (runs()) host.cpu.wait_for(one_ended_[n]);
    only_servers_[n] = true;
  });
}

/// A number with as many digits as a record shows.
double ProgramNodes::digest() const {
  std::uint64_t sum = 0;
  for (const auto& one : linux_)
    if (one) sum = sum * 31 + one->digest();
  constexpr std::uint64_t kShown = 1'000'000'000'000;
  return static_cast<double>(sum % kShown);
}

void ProgramNodes::run() {
  for (std::size_t n = 0; n < setup_.nodes; ++n) run_on(n);
  try {
    testbed_.run();
  } catch (...) {
    tell_rests();
    throw;
  }
  tell_rests();
}

/// A server writes on after the run, and what ended last has closed nothing since.
void ProgramNodes::tell_rests() {
  for (const auto& printer : printers_) printer->tell_rest();
}

std::string ProgramNodes::computing_note() const {
  const process::Computing& computing = setup_.computing;
  using By = process::Computing::By;
  switch (computing.by) {
    case By::kDeclared:
      return "computing takes what programs declare by flybar_compute(), and else no time";
    case By::kBlocks:
      return "computing takes " + quantity::print(computing.block) +
             " a block of code that flybar-cc has compiled; other code takes no time";
    case By::kCounted:
      return "not reproducible: computing takes " + quantity::print(computing.instruction) +
             " an instruction, as this machine has counted them";
    case By::kMeasured:
      return "not reproducible: computing takes what it took on this machine, times " +
             quantity::print_number(computing.slower, "");
    default:
      return "computing takes no modelled time: programs spend it in their calls alone";
  }
}

void ProgramNodes::account_programs(Results& results) const {
  Time begin = Time::never(), end;
  Table table{"programs", "program", {"exit code", "begin us", "end us"}, {}};
  for (std::size_t k = 0; k < lines_.size(); ++k) {
    const Ended& one = ended_[k];
    if (!lines_[k].stays) begin = std::min(begin, one.begin), end = std::max(end, one.end);
    table.rows.push_back(
        {lines_[k].key,
         {static_cast<double>(one.code), one.begin.us(), one.ended ? one.end.us() : 0}});
    if (!one.ended || one.code == 0) continue;
    const std::string failure =
        "the program of " + lines_[k].key + " ended with exit code " + std::to_string(one.code);
    results.notes.push_back(failure);
    if (results.failure.empty()) results.failure = failure;
  }
  results.numbers.push_back({"time", (end - begin).us(), "us"});
  results.tables.push_back(std::move(table));
}

/// A row for each, told by who began it.
Table ProgramNodes::connections() const {
  Table table{"connections",
              "from and to",
              {"begin us", "end us", "bytes sent", "bytes received", "segments sent",
               "segments received", "retransmissions", "round trip us"},
              {}};
  table.shown = kShownConnections;
  const auto name = [](const inet::ConnectionFigures::End& end) {
    const std::string host =
        end.node == inet::kLoopNode ? "127.0.0.1" : "node" + std::to_string(end.node);
    return host + ":" + std::to_string(end.port);
  };
  for (const inet::ProgramSockets& host : sockets_)
    for (const inet::ConnectionFigures& one : host.connections()) {
      if (one.accepted) continue;
      const double end = one.end == Time::never() ? 0 : one.end.us();
      table.rows.push_back(
          {name(one.own) + " > " + name(one.peer),
           {one.begin.us(), end, static_cast<double>(one.bytes_sent),
            static_cast<double>(one.bytes_received), static_cast<double>(one.segments_sent),
            static_cast<double>(one.segments_received), static_cast<double>(one.retransmissions),
            one.round_trip.us()}});
    }
  return table;
}

/// Whose CPU time it is, if a CPU limits the run.
void ProgramNodes::name_program(Limit& limit) const {
  for (std::size_t n = 0; n < linux_.size(); ++n) {
    if (!linux_[n] || limit.resource != "host CPU of node" + std::to_string(n)) continue;
    const auto& programs = linux_[n]->programs();
    const auto most = std::max_element(programs.begin(), programs.end(), [](auto& a, auto& b) {
      return a.second.cpu < b.second.cpu;
    });
    if (most != programs.end())
      limit.text += fmt::format("; of its programs {} takes most, {:.1f} ms", most->first,
                                most->second.cpu.us() / 1e3);
  }
}

void ProgramNodes::account(Results& results) {
  account_programs(results);
  double calls = 0;
  Table table{"time of programs", "node and program", {"CPU us", "computing us", "calls"}, {}};
  for (std::size_t n = 0; n < linux_.size(); ++n) {
    if (!linux_[n]) continue;
    calls += static_cast<double>(linux_[n]->calls());
    for (const auto& [name, use] : linux_[n]->programs())
      table.rows.push_back({"node" + std::to_string(n) + " " + name,
                            {use.cpu.us(), use.computed.us(), static_cast<double>(use.calls)}});
  }
  results.numbers.push_back({"calls", calls, ""});
  results.numbers.push_back({"digest", digest(), ""});
  results.tables.push_back(std::move(table));
  if (Table all = connections(); !all.rows.empty()) results.tables.push_back(std::move(all));
  if (requests_) requests_->account(results);
  results.notes.push_back(computing_note());
  results.output = std::move(output_);
  if (output_left_out_ > 0)
    results.notes.push_back("the record leaves out " + std::to_string(output_left_out_) +
                            " lines of output");
  link_->stack().account(results);
  name_program(results.limit);
}

}  // namespace flybar::experiments
