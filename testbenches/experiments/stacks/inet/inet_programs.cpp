#include "testbenches/experiments/stacks/inet/inet_programs.h"

#include <algorithm>
#include <utility>

#include "testbenches/experiments/stacks/inet/inet_checks.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"

namespace flybar::experiments {

namespace {

constexpr Time kProgramPatience = Time::ms(600'000);

/// A program for one node gets a system of two.
std::size_t least_nodes(std::size_t nodes) {
  return std::max<std::size_t>(nodes, 2);
}

const Context& checked(const Context& context, const InetPrograms::Setup& setup) {
  std::vector<Fault> faults;
  check_inet(least_nodes(setup.nodes), setup.socket_buffer, context.system, faults);
  if (!faults.empty()) throw ConfigurationError(faults);
  return context;
}

}  // namespace

InetPrograms::InetPrograms(const Context& context, const Setup& setup)
    : testbed_(checked(context, setup),
               {.nodes = least_nodes(setup.nodes), .patience = kProgramPatience}),
      stack_(testbed_, {.notify = trapeze::Notify::kInterrupt}),
      kernels_(std::make_unique<Kernels>(stack_)),
      hosts_(std::make_unique<InetHosts>(
          stack_, *kernels_, InetHosts::Setup{setup.socket_buffer, setup.software_sums})),
      idle_(testbed_.hardware().nodes(), true),
      ended_(setup.nodes) {}

InetPrograms::~InetPrograms() = default;

void InetPrograms::run_on(std::size_t n, inet::Program program) {
  idle_[n] = false;
  program.on_progress = [this] { testbed_.progress(); };
  stack_.run_on(n, [this, program = std::move(program)](TrapezeStack::Host& host) {
    inet::Inet& inet = hosts_->inet(host.node);
    ended_[host.node] = inet::run_program(inet, static_cast<std::uint32_t>(ended_.size()), program);
  });
}

void InetPrograms::run_on_all(const inet::Program& program) {
  for (std::size_t n = 0; n < ended_.size(); ++n) run_on(n, program);
}

void InetPrograms::run() {
  // Without software of its own the card of a node has no firmware.
  for (std::size_t n = 0; n < idle_.size(); ++n)
    if (idle_[n]) stack_.run_on(n, [](TrapezeStack::Host&) {});
  testbed_.run();
}

Time InetPrograms::took() const {
  Time begin = Time::never(), end;
  for (const inet::Ended& one : ended_) {
    begin = std::min(begin, one.begin);
    end = std::max(end, one.end);
  }
  return end - begin;
}

}  // namespace flybar::experiments
