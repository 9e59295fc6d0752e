#include "models/host/cpu/cpu.h"

#include <array>
#include <sstream>

#include "models/common/details.h"
#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"
#include "models/host/memory/words.h"

namespace flybar::host {
namespace {

constexpr Label kBarrier{"write barrier", Share::kSystem, kByNothing};
constexpr Label kStore{"PIO store", Share::kSystem, kByNothing};
constexpr Label kLoad{"PIO load", Share::kSystem, kByNothing};

/// "system.node0.host.cpu" of the module "system.node0.cpu".
std::string track_name(const std::string& module) {
  const std::size_t last = module.rfind('.') + 1;
  return module.substr(0, last) + "host." + module.substr(last);
}

bool in_user_mode(const Cpu& cpu, const Label& label) {
  return label.share == Share::kUser && !cpu.in_handler();
}

/// For a thread that only loads, last from `address`.
SimulationError endless(const Cpu& cpu, const CpuThread& thread, std::uint32_t address) {
  std::ostringstream found;
  found << '"' << thread.name << "\" has done nothing but load what does not change, "
        << Looks::kMost << " words since " << quantity::print(thread.looks.since())
        << ", the last one at 0x" << std::hex << address;
  return {std::string(cpu.name()) + " at " + quantity::print(software_time()), found.str(),
          "software that gets somewhere",
          "look at the platform and at who should write that word; a poll has a timeout"};
}

}  // namespace

Cpu::Cpu(sc_core::sc_module_name name, const HostParams& params, const Parts& parts)
    : sc_module(name),
      params_(params),
      parts_(parts),
      memory_(parts.memory),
      tracks_(declare_cpu(parts.observer, track_name(this->name()))),
      dispatcher_(parts.kernel, parts.agenda, use_,
                  {params.interrupt_latency, params.kernel_work(params.context_switch),
                   params.kernel_work(params.process_wake)},
                  parts.observer, tracks_.threads),
      interrupt_("interrupt", Role::kServer, program_parts(true, tracks_.interrupt), dispatcher_,
                 params.pio_merge),
      soft_(*this, dispatcher_, program_parts(true, tracks_.soft_interrupt)) {
  dispatcher_.set_interrupt_thread(interrupt_);
}

InterruptLine& Cpu::add_device(std::string device, Software handler) {
  constexpr std::size_t kMost = 63;
  if (devices_.size() == kMost)
    throw ConfigurationError(
        {{name(), "one more device, " + device, "63 devices that interrupt", "leave a card out"}});
  std::string activity = "interrupt of " + device;
  devices_.push_back({std::move(device), std::move(activity), std::move(handler)});
  return dispatcher_.interrupts.add_line();
}

void Cpu::on_interrupt(const InterruptLine& line, Software handler) {
  devices_[dispatcher_.interrupts.number(line)].handler = std::move(handler);
}

CpuScript::Parts Cpu::program_parts(bool in_handler, const CpuLanes& lanes) {
  return {parts_.agenda,
          parts_.pio,
          memory_,
          use_,
          params_.poll_check,
          params_.dma_byte_cost,
          params_.memory_share,
          in_handler,
          parts_.observer,
          lanes};
}

CpuThread& Cpu::add_process(std::string process, Software body, Role role) {
  std::erase_if(processes_, [](const Process& one) {
    return one.thread->software && one.thread->software->done();
  });
  processes_.push_back(
      {std::make_unique<CpuThread>(std::move(process), role, program_parts(false, tracks_.process),
                                   dispatcher_, params_.pio_merge),
       std::move(body)});
  Process& added = processes_.back();
  if (started_)
    start(
        *added.thread, [this, &added] { run_process(added); }, software_time());
  return *added.thread;
}

void Cpu::start_of_simulation() {
  start(interrupt_, [this] { run_interrupts(); });
  if (soft_.handled()) start(soft_.thread(), [this] { soft_.run(); });
  for (Process& process : processes_)
    start(*process.thread, [this, &process] { run_process(process); });
  started_ = true;
}

void Cpu::start(CpuThread& thread, std::function<void()> body, Time at) {
  thread.software = std::make_unique<Coroutine>(std::move(body));
  parts_.kernel.wake(*thread.software, at);
}

void Cpu::run_process(Process& process) {
  CpuThread& thread = *process.thread;
  dispatcher_.make_ready(thread, software_time());
  thread.wait_until_running();
  process.body(*this);
  must_not_block("return");
  sync();
  thread.wait = {.what = Wait::For::kEver, .since = software_time()};
  dispatcher_.release(software_time(), CpuThread::State::kBlocked);
}

void Cpu::run_interrupts() {
  while (true) {
    while (!in_interrupt()) Coroutine::yield();
    const Device& device = devices_[dispatcher_.served()];
    const Software& handler = device.handler;
    const Time begin = software_time();
    if (!handler) {
      throw SimulationError(std::string(this->name()) + " at " + quantity::print(software_time()),
                            "an interrupt arrived, and no driver handles it",
                            "interrupts after on_interrupt()",
                            "let the NIC notify by polling, or register a handler");
    }
    spend(params_.interrupt_entry, kInterruptEntry);
    sync();
    handler(*this);
    spend(params_.interrupt_exit, kInterruptExit);
    sync();
    if (const CpuLanes& lane = tracks_.interrupt; lane.told())
      parts_.observer.on(Activity{lane.kernel, begin, software_time(), device.activity, 0, 0});
    dispatcher_.leave_interrupt(software_time());
  }
}

void Cpu::spend(Time time, const Label& label) {
  spend_own(label.share == Share::kUser ? time : params_.kernel_work(time), label);
}

/// Time of this CPU.
void Cpu::spend_own(Time time, const Label& label) {
  CpuThread& thread = dispatcher_.current();
  const bool user = in_user_mode(*this, label);
  thread.flush_stores();
  thread.script.spend(time, user, label.text);
  use_.add(label, time, in_handler());
  if (user) sync();
}

void Cpu::spend_on_memory(Time time, const Label& label) {
  CpuThread& thread = dispatcher_.current();
  thread.looks.forget();
  thread.flush_stores();
  thread.script.spend_on_memory(time, label);
  use_.add(label, time, in_handler());
  if (in_user_mode(*this, label)) sync();
}

void Cpu::mask_interrupts() {
  sync();
  dispatcher_.mask_interrupts(true);
}

void Cpu::unmask_interrupts() {
  sync();
  dispatcher_.mask_interrupts(false);
  soft_.admit();
}

Time Cpu::now() const {
  return software_time() + dispatcher_.current().script.pending();
}

void Cpu::sync() {
  CpuThread& thread = dispatcher_.current();
  thread.flush_stores();
  if (thread.script.empty()) return;
  thread.script.start(software_time());
  thread.wait_until_done();
}

void Cpu::in_step() {
  sync();
  parts_.kernel.wake_in_step(*dispatcher_.current().software, software_time());
  Coroutine::yield();
}

void Cpu::store(std::uint32_t address, std::span<const std::uint8_t> data) {
  CpuThread& thread = dispatcher_.current();
  WriteBuffer& open = thread.stores;
  thread.looks.forget();
  while (!data.empty()) {
    const std::size_t n = open.within_burst(address, data.size());
    if (!open.empty() && !open.continues_at(address)) thread.flush_stores();
    const Time cost = params_.pio_store * static_cast<std::int64_t>(n / 4);
    thread.script.spend(cost, false, kStore.text);
    use_.add(kStore, cost, in_handler());
    open.add(address, data.first(n));
    if (open.full()) thread.flush_stores();
    address += static_cast<std::uint32_t>(n);
    data = data.subspan(n);
  }
}

void Cpu::store_word(std::uint32_t address, std::uint32_t value) {
  std::array<std::uint8_t, 4> bytes;
  put_word(bytes, value);
  store(address, bytes);
}

void Cpu::write_barrier() {
  spend_own(params_.write_barrier, kBarrier);
}

void Cpu::drain() {
  write_barrier();
  dispatcher_.current().script.barrier();
  sync();
}

void Cpu::load(std::uint32_t address, std::span<std::uint8_t> data) {
  CpuThread& thread = dispatcher_.current();
  const std::span<const std::uint8_t> all = data;
  for (std::uint32_t at = address; !data.empty();) {
    const std::size_t n = WriteBuffer::within_block(at, data.size());
    spend_own(params_.pio_load * static_cast<std::int64_t>(n / 4), kLoad);
    thread.script.read(at, data.first(n));
    at += static_cast<std::uint32_t>(n);
    data = data.subspan(n);
  }
  sync();
  if (!thread.looks.allow(address, all, software_time())) throw endless(*this, thread, address);
}

std::uint32_t Cpu::load_word(std::uint32_t address) {
  std::array<std::uint8_t, 4> bytes;
  load(address, bytes);
  return get_word(bytes);
}

std::optional<std::uint32_t> Cpu::poll_pio(std::uint32_t address, Predicate predicate,
                                           const PollPolicy& policy, Time timeout) {
  CpuThread& thread = dispatcher_.current();
  thread.flush_stores();
  Poll poll{address, std::move(predicate), Backoff(policy), deadline_of(*this, timeout)};
  thread.script.poll_pio(poll, params_.pio_load);
  return run_poll(poll);
}

std::optional<std::uint32_t> Cpu::poll_memory(Physical address, Predicate predicate,
                                              const PollPolicy& policy, Time timeout) {
  CpuThread& thread = dispatcher_.current();
  thread.flush_stores();
  Poll poll{address, std::move(predicate), Backoff(policy), deadline_of(*this, timeout)};
  thread.script.poll_memory(poll);
  return run_poll(poll);
}

std::optional<std::uint32_t> Cpu::run_poll(Poll& poll) {
  CpuThread& thread = dispatcher_.current();
  thread.looks.forget();
  thread.wait = {.what = Wait::For::kPoll,
                 .since = software_time(),
                 .until = poll.deadline,
                 .address = poll.address};
  sync();
  thread.wait = {.what = Wait::For::kNothing, .since = software_time()};
  if (!poll.satisfied) return std::nullopt;
  return poll.word;
}

void Cpu::copy(Physical to, Physical from, Bytes bytes, const Label& label) {
  std::vector<std::uint8_t> data(static_cast<std::size_t>(bytes.count));
  memory_.read(from, data);
  memory_.write(to, data);
  copied(bytes, label);
}

void Cpu::copied(Bytes bytes, const Label& label) {
  spend_on_memory(params_.copy_time(bytes), label.relieved_by(kByCopyRate));
}

void Cpu::scan(Bytes bytes, const Label& label) {
  spend_on_memory(params_.read_time(bytes), label.relieved_by(kByReadRate));
}

void Cpu::overwrite(Bytes bytes, const Label& label) {
  spend_on_memory(params_.write_time(bytes), label.relieved_by(kByWriteRate));
}

}  // namespace flybar::host
