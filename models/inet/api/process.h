/// One process of a program: its descriptors, and what it has done.
#pragma once

#include <array>
#include <memory>

#include "models/inet/api/inet.h"
#include "models/inet/api/page_memory.h"
#include "models/inet/api/program.h"
#include "models/inet/api/socket.h"
#include "models/process/user_process.h"

namespace flybar::inet {

class Process final : public process::UserProcess {
 public:
  /// The SystemC process that makes it is this one, until it is destroyed. `program` lives longer.
  Process(Inet& inet, std::uint32_t nodes, const Program& program);

  /// That of the SystemC process that calls. Throws SimulationError if there is none.
  static Process& current(const char* call);

  Inet& inet() { return inet_; }
  std::uint32_t node() const { return inet_.setup().node; }
  std::uint32_t nodes() const { return nodes_; }
  /// There is such a node, and packets can go there.
  bool reaches(std::uint32_t node) const { return node < nodes_ && node != this->node(); }

  /// Its descriptor, or -EMFILE.
  int add(std::unique_ptr<Socket> socket);
  bool has_room() const;
  /// Null if it is no descriptor of this process.
  Socket* find(int descriptor);
  /// 0 or -EBADF.
  int close(int descriptor);
  /// At its end: its sockets are closed, and its memory is the host's again.
  void end();

  PageMemory& memory() { return memory_; }
  void connected() { progress(); }
  void sent(std::int64_t bytes);
  void received(std::int64_t bytes);
  Ended so_far() const;
  void add_name(process::Line& line) const override;
  /// Its sockets are closed as a kernel does it, and the other nodes go on.
  bool faults_alone() const override { return true; }

 private:
  void progress() const;

  Inet& inet_;
  const std::uint32_t nodes_;
  const Program& program_;
  PageMemory memory_{inet_};
  std::array<std::unique_ptr<Socket>, INET_DESCRIPTORS> sockets_;
  Ended ended_;
  const process::Running<Process> running_{*this};
};

}  // namespace flybar::inet
