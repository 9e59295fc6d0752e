#include "models/process/native/file_of_program.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "models/process/native/machine.h"

namespace flybar::process {
namespace {

int flags_of(int pid, int number) {
  return static_cast<int>(
      std::strtoul(machine::descriptor_info(pid, number, "flags").c_str(), nullptr, 8));
}

}  // namespace

FileOfProgram::FileOfProgram(const NativeThread& thread, int number)
    : thread_(thread),
      theirs_(number),
      own_(static_cast<int>(
          syscall(SYS_pidfd_getfd, thread.process.descriptor.number(), number, 0))) {
  copied_ = static_cast<bool>(own_);
  if (copied_) return;
  const int pid = thread.process.pid;
  const std::string path = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(number);
  constexpr int kKept = O_ACCMODE | O_APPEND | O_NONBLOCK | O_DIRECTORY | O_PATH;
  own_ = Descriptor(open(path.c_str(), (flags_of(pid, number) & kKept) | O_CLOEXEC));
}

std::int64_t FileOfProgram::place() const {
  if (copied_) return lseek(own_.number(), 0, SEEK_CUR);
  return std::atoll(machine::descriptor_info(thread_.process.pid, theirs_, "pos").c_str());
}

void FileOfProgram::set_place(std::int64_t place) {
  lseek(own_.number(), place, SEEK_SET);
  if (copied_) return;
  const bool close_on_exec = (flags_of(thread_.process.pid, theirs_) & O_CLOEXEC) != 0;
  thread_.process.listener->replace(*thread_.call, own_.number(), theirs_, close_on_exec);
}

}  // namespace flybar::process
