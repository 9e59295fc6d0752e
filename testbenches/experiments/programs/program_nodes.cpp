#include "testbenches/experiments/programs/program_nodes.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

#include "models/inet/stack/address.h"

namespace flybar::experiments {
namespace {

constexpr Time kProgramsPatience = Time::ms(600'000);

/// Programs of the machine run one at a time, in an order that follows from the model alone.
Context on_one_thread(Context context) {
  if (context.threads.asked > 1 && context.threads.on_less)
    context.threads.on_less(1, "programs of the machine run one at a time");
  context.threads.asked = 1;
  return context;
}

std::vector<std::unique_ptr<process::Keeper>> keepers_of(const std::vector<ProgramLine>& lines) {
  std::vector<std::unique_ptr<process::Keeper>> keepers;
  for (std::size_t n = 0; n < lines.size(); ++n)
    keepers.push_back(lines[n].command.empty()
                          ? nullptr
                          : std::make_unique<process::Keeper>("node" + std::to_string(n)));
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
  Printer(host::Cpu& cpu, const Context& context, std::size_t node)
      : LocalObject(cpu), context_(context), node_(node) {}
  ~Printer() override { tell_rest(); }

  int ready() const override { return POLLOUT; }
  std::int64_t send(std::span<const std::byte> from, const process::How&) override {
    text_.append(reinterpret_cast<const char*>(from.data()), from.size());
    for (std::size_t end = 0; (end = text_.find('\n')) != std::string::npos;
         text_.erase(0, end + 1))
      tell(text_.substr(0, end));
    return static_cast<std::int64_t>(from.size());
  }
  void close() override { tell_rest(); }

 private:
  void tell_rest() {
    if (!text_.empty()) tell(std::exchange(text_, {}));
  }
  void tell(const std::string& line) {
    if (context_.on_output)
      context_.on_output(node_, kernel_time() > cpu().now() ? kernel_time() : cpu().now(), line);
  }

  const Context& context_;
  const std::size_t node_;
  std::string text_;
};

ProgramNodes::ProgramNodes(const Context& context, const Setup& setup,
                           const std::vector<ProgramLine>& lines)
    : context_(on_one_thread(context)),
      setup_(setup),
      lines_(lines),
      keepers_(keepers_of(lines)),
      testbed_(context_, {.nodes = setup.nodes, .patience = kProgramsPatience}),
      stack_(testbed_, {.notify = trapeze::Notify::kInterrupt}),
      kernels_(stack_),
      hosts_(stack_, kernels_, {setup.socket_buffer}),
      ended_(setup.nodes) {
  for (std::size_t n = 0; n < setup.nodes; ++n) {
    sockets_.emplace_back(hosts_.inet(n), static_cast<std::uint32_t>(setup.nodes));
    if (n >= keepers_.size() || !keepers_[n]) {
      linux_.push_back(nullptr);
      continue;
    }
    linux_.push_back(std::make_unique<process::Linux>(
        process::Linux::Parts{.cpu = testbed_.hardware().node(n).cpu,
                              .turn = turn_,
                              .keeper = *keepers_[n],
                              .sockets = sockets_.back(),
                              .costs = setup.costs,
                              .node = static_cast<std::uint32_t>(n),
                              .hosts = hosts(),
                              .on_progress = [this] { testbed_.progress(); }}));
  }
}

std::string ProgramNodes::hosts() const {
  std::string text = "127.0.0.1 localhost\n";
  for (std::size_t n = 0; n < setup_.nodes; ++n)
    text += dotted(inet::address_of(static_cast<std::uint32_t>(n))) + " node" + std::to_string(n) +
            "\n";
  return text;
}

void ProgramNodes::run_program(std::size_t n, host::Cpu& cpu) {
  const ProgramLine& line = lines_[n];
  if (const Time left = line.start - cpu.now(); left > Time()) cpu.sleep(left);
  process::Linux& host = *linux_[n];
  const process::Descriptor input(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const process::Descriptor output =
      host.make_descriptor(std::make_shared<Printer>(cpu, context_, n));
  const char* const path = std::getenv("PATH");
  ended_[n].begin = cpu.now();
  ended_[n].code =
      host.run({.command = line.command,
                .environment = {std::string("PATH=") + (path != nullptr ? path : "/usr/bin:/bin"),
                                "HOME=" + std::filesystem::current_path().string(), "LANG=C.UTF-8",
                                "FLYBAR_NODE=" + std::to_string(n),
                                "FLYBAR_NODES=" + std::to_string(setup_.nodes)},
                .directory = std::filesystem::current_path(),
                .input = input.number(),
                .output = output.number(),
                .errors = output.number()});
  ended_[n].ended = true;
  ended_[n].end = cpu.now();
}

void ProgramNodes::run_on(std::size_t n) {
  stack_.run_on(n, [this, n](TrapezeStack::Host& host) {
    if (!linux_[n]) return;
    if (lines_[n].stays)
      host.cpu.add_process("program", [this, n](host::Cpu& cpu) { run_program(n, cpu); });
    else
      run_program(n, host.cpu);
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
  testbed_.run();
}

void ProgramNodes::account(Results& results) {
  Time begin = Time::never(), end;
  double calls = 0;
  Table table{"programs", "node", {"exit code", "calls", "begin us", "end us"}, {}};
  for (std::size_t n = 0; n < setup_.nodes; ++n) {
    if (!linux_[n]) continue;
    const Ended& one = ended_[n];
    const auto made = static_cast<double>(linux_[n]->calls());
    calls += made;
    if (!lines_[n].stays) begin = std::min(begin, one.begin), end = std::max(end, one.end);
    table.rows.push_back(
        {"node" + std::to_string(n),
         {static_cast<double>(one.code), made, one.begin.us(), one.ended ? one.end.us() : 0}});
    if (one.ended && one.code != 0)
      results.notes.push_back("the program of node " + std::to_string(n) +
                              " ended with exit code " + std::to_string(one.code));
  }
  results.numbers.push_back({"time", (end - begin).us(), "us"});
  results.numbers.push_back({"calls", calls, ""});
  results.numbers.push_back({"digest", digest(), ""});
  results.tables.push_back(std::move(table));
  results.notes.push_back(
      "computing takes no modelled time: programs spend it in their calls alone");
  stack_.account(results);
}

}  // namespace flybar::experiments
