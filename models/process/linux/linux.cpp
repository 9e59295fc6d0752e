#include "models/process/linux/linux.h"

#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <utility>

#include "models/common/error.h"
#include "models/common/mix.h"
#include "models/common/quantity.h"
#include "models/process/linux/calls.h"
#include "models/process/linux/signal_number.h"
#include "models/process/native/image.h"
#include "models/process/native/machine.h"
#include "models/process/native/system_calls.h"

namespace flybar::process {
namespace {

constexpr Time kSlice = Time::ms(10);
constexpr host::Label kCall{"process.call", host::Share::kSystem};
constexpr host::Label kClockCall{"process.clock_call", host::Share::kSystem};

bool is_socket(const std::shared_ptr<Object>& object) {
  return dynamic_cast<const SocketObject*>(object.get()) != nullptr;
}

/// What a call that a signal has ended returns: the kernel runs the handler, and then calls again
/// or says EINTR.
Reply interrupted(const Call& call, const Reply& reply) {
  if (reply.by != Reply::By::kModel) return reply;
  switch (call.number) {
    case SYS_poll:
    case SYS_select:
      return reply.value == 0 ? result(-kRestartUnlessHandled) : reply;
    case SYS_ppoll:
    case SYS_pselect6:
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
    case SYS_epoll_pwait2:
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
      return reply.value == 0 ? result(-EINTR) : reply;
    case SYS_connect:
      return reply.value == -EINPROGRESS ? result(-kRestart) : reply;
    default:
      return reply.value == -EAGAIN || reply.value == -ETIMEDOUT ? result(-kRestart) : reply;
  }
}

int as_shells_say(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Process::Process(NativeProcess& its_native, Process* its_parent)
    : native(its_native), parent(its_parent), alarm(std::make_shared<SignalTimer>()) {
  alarm->pid = its_native.pid;
  alarm->signal = SIGALRM;
  alarm->plain = true;
}

int Linux::run(const Start& start) {
  Started started = parts_.keeper.start(start);
  const int own_pid = started.pid;
  NativeThread& native = parts_.turn.take(std::move(started));
  Thread& first = add(native, nullptr);
  Process& process = first.process;
  start_on_cpu(first);
  ++process.waiters;
  while (!process.native.ended) parts_.cpu.wait_for(process.ended);
  --process.waiters;
  return as_shells_say(parts_.keeper.status(own_pid));
}

Thread& Linux::add(NativeThread& native, Process* parent) {
  auto process = std::find_if(processes_.begin(), processes_.end(),
                              [&](const Process& one) { return &one.native == &native.process; });
  if (process == processes_.end()) {
    process = processes_.emplace(processes_.end(), native.process, parent);
    process->number = ++begun_;
  }
  // A fork has the image of its parent, whose clock is the model's.
  if (parent != nullptr && process->threads.empty()) {
    process->fresh = false;
    process->use = parent->use;
  }
  if (process->threads.empty() && machine::addresses_are_fixed(native.process.pid))
    process->pages = parts_.sockets.make_pages("program of node " + std::to_string(parts_.node));
  return process->threads.emplace_back(native, *process, parts_.computing);
}

void Linux::start_on_cpu(Thread& thread) {
  thread.on_cpu = &parts_.cpu.add_process(machine::name_of(thread.process.native.pid),
                                          [this, &thread](host::Cpu&) { serve(thread); });
  if (thread.process.use != nullptr) thread.on_cpu->ran = &thread.process.use->cpu;
}

/// One call after the other, until the thread has ended. Nothing of it is there afterwards.
void Linux::serve(Thread& thread) {
  Process& process = thread.process;
  NativeThread& native = thread.native;
  while (parts_.turn.next(native)) {
    close_dropped(Waits::kYes);
    const Call call = *native.call;
    if (process.fresh && call.number != SYS_execve) begin_image(thread);
    answer(thread, call);
  }
  const bool whole = process.native.ended;
  std::erase_if(process.threads, [&](const Thread& one) { return &one == &thread; });
  if (whole && process.threads.empty()) end(process);
}

/// In its first call.
void Linux::begin_image(Thread& thread) {
  Process& process = thread.process;
  process.fresh = false;
  const std::string name = machine::command_of(process.native.pid);
  process.use = &programs_.try_emplace(name, ProgramUse{name, "compute " + name}).first->second;
  thread.on_cpu->name = name;
  thread.on_cpu->ran = &process.use->cpu;
  thread.computed.forget_counters();
  if (process.pages != nullptr) process.pages->release();
  if (machine::is_written_in_go(process.native.pid))
    tell_once(name +
              " is written in Go: it looks at the processor's own clock, so runs may differ");
  if (!prepare_image(process.native.pid, random()))
    throw SimulationError("program \"" + name + "\"", "its clock would be the machine's",
                          "a kernel that lets its vDSO be changed",
                          "run it on a kernel without PROC_MEM_RESTRICT_WRITE");
}

void Linux::compute(const Thread& thread, Time time) {
  ProgramUse* const use = thread.process.use;
  if (use == nullptr || time == Time()) return;
  use->computed += time;
  parts_.cpu.spend(time, {use->computing, host::Share::kUser, host::kByNothing});
}

void Linux::spend(Thread& thread, const Call& call, CallCosts::Of cost) {
  if (cost == CallCosts::Of::kNothing) return;
  if (cost == CallCosts::Of::kClock)
    parts_.cpu.spend(parts_.costs.clock_call, kClockCall);
  else if (cost == CallCosts::Of::kCall || !is_socket(object(thread, call.integer(0))))
    parts_.cpu.spend(parts_.costs.call, kCall);
}

/// Others run, too, if one never waits. Here it is stopped in a call.
void Linux::take_turns(Thread& thread) {
  if (parts_.cpu.now() - thread.turn_began < kSlice) return;
  parts_.cpu.yield();
  thread.turn_began = parts_.cpu.now();
}

void Linux::answer(Thread& thread, const Call& call) {
  take_turns(thread);
  NativeThread& native = thread.native;
  const std::uint64_t who = thread.process.number;
  if (thread.process.pages != nullptr) thread.process.pages->notice_writes(thread.memory());
  if (thread.process.use != nullptr) ++thread.process.use->calls;
  compute(thread, thread.computed.take(thread.memory()));
  const Reply reply = parts_.on_call ? handle_and_tell(thread, call) : handle(thread, call);
  ++calls_;
  digest_ = mix(digest_ ^ mix(who << 32 ^ static_cast<std::uint64_t>(call.number))) ^
            mix(static_cast<std::uint64_t>(reply.by == Reply::By::kModel ? reply.value : 0)) ^
            static_cast<std::uint64_t>(parts_.cpu.now() / Time::ps(1));
  if (reply.by == Reply::By::kModel) parts_.turn.answer(native, reply.value);
  if (reply.by == Reply::By::kMachine) parts_.turn.let_through(native);
  if (parts_.on_progress) parts_.on_progress();
}

Reply Linux::handle(Thread& thread, const Call& call) {
  const HandledCall* const handled = handled_call(call.number);
  const CallCosts::Of cost = handled == nullptr ? CallCosts::Of::kCall : handled->cost;
  const Time begin = parts_.cpu.now();
  spend(thread, call, cost);
  parts_.cpu.sync();
  const Reply reply = handled == nullptr ? by_machine() : handled->handler(*this, thread, call);
  // Whoever tries a socket that refuses at once, again and again, must take time, too.
  if (cost == CallCosts::Of::kSocket && parts_.cpu.now() == begin)
    spend(thread, call, CallCosts::Of::kCall);
  return std::exchange(thread.interrupted, false) ? interrupted(call, reply) : reply;
}

Reply Linux::handle_and_tell(Thread& thread, const Call& call) {
  const Process& process = thread.process;
  MadeCall made{.program = {}, .pid = process.native.own_pid, .call = call};
  if (process.use != nullptr) made.program = process.use->name;
  if (takes_descriptor(call.number)) made.object = object(thread, call.integer(0));
  const bool filled = fills_buffer(call.number);
  if (parts_.tells_arguments && !filled) made.arguments = text_of_arguments(call, thread.memory());
  made.begin = parts_.cpu.now();
  const Reply reply = handle(thread, call);
  made.end = parts_.cpu.now();
  if (reply.by == Reply::By::kModel) made.result = reply.value;
  if (parts_.tells_arguments && filled)
    made.arguments = text_of_arguments(call, thread.memory(), made.result.value_or(0));
  parts_.on_call(made);
  return reply;
}

/// Numbers go by the calls that close them, and with processes.
void Linux::close_dropped(Waits waits) {
  if (!std::exchange(may_have_dropped_, false)) return;
  for (bool any = true; any;) {
    const auto dropped = placeholders_.take_dropped();
    // With it may go descriptors that nobody has received.
    any = !dropped.empty();
    for (const auto& object : dropped) {
      object->close();
      if (waits == Waits::kYes) object->linger();
    }
  }
}

std::shared_ptr<Object> Linux::object(Thread& thread, int number) {
  auto& known = thread.process.known;
  const auto found = known.find(number);
  if (found != known.end()) return found->second;
  const auto object = placeholders_.find(thread.process.native.pid, number);
  if (!object) return nullptr;
  if (*object || !signal_numbers_) return known[number] = *object;
  return known[number] = signal_number(*this, thread, number);
}

bool Linux::is_open(Thread& thread, int number) {
  return thread.process.known.count(number) > 0 ||
         placeholders_.find(thread.process.native.pid, number).has_value();
}

Reply Linux::give(Thread& thread, std::shared_ptr<Object> object, bool close_on_exec) {
  const int number = placeholders_.give(thread.native, object, close_on_exec);
  if (number >= 0) thread.process.known[number] = std::move(object);
  return result(number);
}

void Linux::end_waits(Process& process) {
  for (Thread& one : process.threads)
    if (one.native.ended && one.on_cpu != nullptr) parts_.cpu.end_wait(*one.on_cpu);
}

void Linux::end(Process& process) {
  if (process.pages != nullptr) process.pages->release();
  expect_dropped();
  // As the kernel, who does not wait for what a program that ends leaves behind.
  close_dropped(Waits::kNo);
  process.held = nullptr;
  for (const auto& [number, timer] : process.timers) set_timer(timer, Time::never(), Time());
  set_timer(process.alarm, Time::never(), Time());
  parts_.cpu.notify_all(process.released);
  if (process.parent != nullptr) parts_.cpu.notify_all(process.parent->child_ended);
  parts_.cpu.notify_all(process.ended);
  after_signals();
  forget_ended();
}

namespace {

bool is_of_no_use(const Process& process) {
  if (!process.native.ended || !process.threads.empty() || process.waiters > 0) return false;
  return process.parent == nullptr || process.reaped ||
         !machine::lives(process.native.pid, process.native.pid);
}

}  // namespace

/// Those that nobody waits for any more, also such as the machine has told their parents of.
void Linux::forget_ended() {
  for (auto one = processes_.begin(); one != processes_.end();) {
    if (!is_of_no_use(*one)) {
      ++one;
      continue;
    }
    for (Process& other : processes_)
      if (other.parent == &*one) other.parent = nullptr;
    parts_.turn.forget(one->native);
    one = processes_.erase(one);
  }
}

std::uint64_t Linux::random() {
  return random_number(parts_.node, chances_++);
}

void Linux::tell_once(const std::string& text) {
  if (std::find(told_.begin(), told_.end(), text) != told_.end()) return;
  told_.push_back(text);
  std::fprintf(stderr, "flybar: node %u, %s\n", parts_.node, text.c_str());
}

void Linux::refuse(const Thread& thread, const Call& call, const char* what) {
  const std::string program = machine::name_of(thread.process.native.pid);
  tell_once(program + ": " + name_of_call(call.number) + "(): " + what + " is refused");
}

}  // namespace flybar::process
