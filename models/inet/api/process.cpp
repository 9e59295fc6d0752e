#include "models/inet/api/process.h"

#include <algorithm>
#include <utility>

#include "models/common/error.h"
#include "models/process/program_place.h"

namespace flybar::inet {

Process::Process(Inet& inet, std::uint32_t nodes, const Program& program)
    : UserProcess("sockets"), inet_(inet), nodes_(nodes), program_(program) {
  ended_.begin = inet_.cpu().now();
}

Process& Process::current(const char* call) {
  if (Process* const process = process::Running<Process>::here()) return *process;
  throw SimulationError(call, "called outside of a program with sockets",
                        "calls of a program that flybar::inet::run_program() runs",
                        "run the program with it");
}

bool Process::has_room() const {
  return std::find(sockets_.begin(), sockets_.end(), nullptr) != sockets_.end();
}

int Process::add(std::unique_ptr<Socket> socket) {
  const auto free = std::find(sockets_.begin(), sockets_.end(), nullptr);
  if (free == sockets_.end()) return -EMFILE;
  *free = std::move(socket);
  return INET_FIRST_DESCRIPTOR + static_cast<int>(free - sockets_.begin());
}

Socket* Process::find(int descriptor) {
  if (descriptor < INET_FIRST_DESCRIPTOR || descriptor >= INET_FIRST_DESCRIPTOR + INET_DESCRIPTORS)
    return nullptr;
  return sockets_[static_cast<std::size_t>(descriptor - INET_FIRST_DESCRIPTOR)].get();
}

int Process::close(int descriptor) {
  Socket* const socket = find(descriptor);
  if (socket == nullptr) return -EBADF;
  socket->close();
  socket->account(ended_.sent_copies, ended_.received_copies);
  sockets_[static_cast<std::size_t>(descriptor - INET_FIRST_DESCRIPTOR)].reset();
  return 0;
}

void Process::end() {
  memory_.notice_writes();
  for (int n = 0; n < INET_DESCRIPTORS; ++n) close(INET_FIRST_DESCRIPTOR + n);
  memory_.free_all();
}

void Process::sent(std::int64_t bytes) {
  if (bytes <= 0) return;
  ended_.sent += static_cast<std::uint64_t>(bytes);
  progress();
}

void Process::received(std::int64_t bytes) {
  if (bytes <= 0) return;
  ended_.received += static_cast<std::uint64_t>(bytes);
  progress();
}

Ended Process::so_far() const {
  Ended now = ended_;
  now.calls = doing.calls;
  now.copied_on_write = memory_.copied_on_write();
  now.end = inet_.cpu().now();
  return now;
}

void Process::add_name(process::Line& line) const {
  line.add("%s on node %u at %.6g us",
           program_.arguments.empty() ? "program" : program_.arguments.front().c_str(), node(),
           inet_.cpu().now().us());
}

void Process::progress() const {
  if (program_.on_progress) program_.on_progress();
}

}  // namespace flybar::inet
