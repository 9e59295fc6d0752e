#include "models/inet/ip/inet.h"

#include <algorithm>
#include <utility>

#include "models/inet/labels.h"

namespace flybar::inet {

namespace {

constexpr Time kFastTimer = Time::ms(200), kSlowTimer = Time::ms(500);

}  // namespace

Inet::Inet(const std::string& name, const Parts& parts, const InetParams& params,
           const Setup& setup)
    : parts_(parts),
      params_(params),
      setup_(setup),
      input_({parts.cpu, parts.pool, stack_, log_, segments_}, params_),
      stack_({.node = setup.node,
              .mtu = parts.device.mtu(),
              .socket_buffer = setup.socket_buffer,
              .sums = setup.software_sums && !parts.device.computes_sums(),
              .ack = params.tcp.ack,
              .out_of_order = params.tcp.out_of_order},
             *this),
      segments_(name, parts.cpu, parts.observer),
      pages_(parts.cpu, parts.pool, segments_),
      log_(name, parts.cpu, setup.software_sums || parts.device.computes_sums(), parts.observer),
      output_({parts.cpu, stack_, pages_, log_, segments_}, params),
      loop_(parts.cpu, parts.pool, parts.device.mtu()),
      fast_(*this, kFastTimer),
      slow_(*this, kSlowTimer) {
  output_.connect(parts.device, loop_);
  parts_.device.connect(*this);
  loop_.connect(*this);
  parts_.cpu.soft_interrupt().handle([this](host::Cpu&) { soft_interrupt(); });
  for (Timer* timer : {&fast_, &slow_}) parts_.agenda.schedule(*timer, timer->period);
}

Inet::~Inet() = default;

void Inet::Timer::run(Time now) {
  due = true;
  inet.parts_.cpu.soft_interrupt().request(now);
  inet.parts_.agenda.schedule(*this, now + period);
}

void Inet::begin() {
  if (parts_.cpu.in_handler())
    parts_.cpu.sync();
  else
    parts_.cpu.soft_interrupt().mask();
}

void Inet::end() {
  while (!concerned_.empty()) {
    Concerned& first = *concerned_.back();
    concerned_.pop_back();
    settle(first);
  }
  output_.flush();
  // What the device had no room for before.
  output_.start();
  input_.free_frames();
  hand_over();
  if (!parts_.cpu.in_handler()) parts_.cpu.soft_interrupt().unmask();
}

/// It may be gone when it is settled, unless a process waits for it.
void Inet::settle(Concerned& who) {
  ++who.changes_;
  const std::vector<host::Signal*> watching = who.watching_;
  who.settle();
  for (host::Signal* const of_several : watching) {
    parts_.cpu.spend(params_.socket.wake, kSocketWake);
    parts_.cpu.notify(*of_several);
  }
}

bool Inet::wait(host::Signal& signal, Time timeout) {
  if (!output_.waiting()) return parts_.cpu.wait_for(signal, timeout);
  if (!polled_) return poll(signal, timeout);
  bystanders_.push_back(&signal);
  const bool told = parts_.cpu.wait_for(signal, timeout);
  std::erase(bystanders_, &signal);
  return told;
}

bool Inet::poll(host::Signal& signal, Time timeout) {
  polled_ = true;
  const Time pause = std::min(timeout, params_.ip.entry_pause);
  const Time until = parts_.cpu.now() + pause;
  const bool told = parts_.cpu.wait_for(signal, pause);
  const bool ended = !told && parts_.cpu.now() < until;
  if (!told) run([] {});
  polled_ = false;
  const bool goes_on = !ended && timeout > pause;
  if (told || !goes_on) hand_over();
  return told || goes_on;
}

/// Who got packets going has something else to do.
void Inet::hand_over() {
  if (polled_ || bystanders_.empty() || !output_.waiting()) return;
  host::Signal& next = *bystanders_.front();
  bystanders_.erase(bystanders_.begin());
  parts_.cpu.notify(next);
}

void Inet::soft_interrupt() {
  for (const auto& work : std::exchange(*later_, {})) work();
  run_timers();
  while (input_.waiting()) {
    const Input::Packet packet = input_.take();
    run([&] { input_.enter(packet); }, [&] { input_.spend(packet); });
    input_.leave(packet);
  }
}

void Inet::run_timers() {
  const bool fast = std::exchange(fast_.due, false), slow = std::exchange(slow_.due, false);
  if (!fast && !slow) return;
  parts_.cpu.spend(params_.tcp.timer + params_.tcp.timer_connection *
                                           static_cast<std::int64_t>(stack_.connections()),
                   kTcpTimer);
  output_.complete_sent();
  run([&] {
    if (fast) stack_.run_fast_timer();
    if (slow) stack_.run_slow_timer();
  });
}

}  // namespace flybar::inet
