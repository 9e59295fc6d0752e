#include "models/host/waiting/who_waits.h"

#include <ios>
#include <sstream>

#include "models/common/quantity.h"
#include "models/host/waiting/lock.h"

namespace flybar::host {
namespace {

std::string quoted(const std::string& name) {
  return "\"" + name + "\"";
}

std::string reason(const Wait& wait) {
  std::ostringstream out;
  switch (wait.what) {
    case Wait::For::kStart:
      return "has not begun";
    case Wait::For::kNothing:
      return "runs or waits for the CPU";
    case Wait::For::kSleep:
      return "sleeps";
    case Wait::For::kSignal:
      return "waits for " + quoted(wait.signal->name());
    case Wait::For::kLock:
      return "waits for lock " + quoted(wait.lock->name()) + ", held by " +
             quoted(wait.lock->holder()->name);
    case Wait::For::kPoll:
      out << "polls address 0x" << std::hex << wait.address;
      return out.str();
    case Wait::For::kEver:
      return "has returned";
  }
  return "";
}

std::string text(const Wait& wait) {
  std::string line = "since " + quantity::print(wait.since) + " " + reason(wait);
  if (wait.until != Time::never()) line += " until " + quantity::print(wait.until);
  return line;
}

std::string line(const Cpu& cpu, const CpuThread& thread) {
  return std::string(cpu.name()) + (thread.role == Role::kServer ? " server " : " ") +
         quoted(thread.name) + " " + text(thread.wait) + "\n";
}

std::string lines(const std::vector<const Cpu*>& cpus, Role role) {
  std::string all;
  for (const Cpu* cpu : cpus) {
    for (const Cpu::Process& process : cpu->processes()) {
      const CpuThread& thread = *process.thread;
      if (thread.role != role || thread.wait.what == Wait::For::kEver) continue;
      all += line(*cpu, thread);
    }
  }
  return all;
}

}  // namespace

std::string who_waits(const std::vector<const Cpu*>& cpus) {
  std::string all = lines(cpus, Role::kProgram) + lines(cpus, Role::kServer);
  for (const Cpu* cpu : cpus) {
    if (cpu->in_interrupt())
      all += std::string(cpu->name()) + " handles an interrupt of " +
             quoted(cpu->interrupting_device()) + "\n";
    else if (cpu->in_handler())
      all += std::string(cpu->name()) + " handles the software interrupt\n";
  }
  return all;
}

}  // namespace flybar::host
