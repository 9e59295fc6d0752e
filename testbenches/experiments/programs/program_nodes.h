/// The hosts of a run with Linux programs, and what these have done.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/inet/api/program_socket.h"
#include "models/process/linux/linux.h"
#include "testbenches/experiments/programs/program_line.h"
#include "testbenches/experiments/programs/requests.h"
#include "testbenches/experiments/stacks/inet/inet_hosts.h"

namespace flybar::experiments {

class ProgramNodes {
 public:
  struct Setup {
    std::size_t nodes;
    Transport transport;
    Bytes socket_buffer;
    process::CallCosts costs;
    process::Computing computing;
    std::optional<RequestRule> requests;
  };
  struct Ended {
    bool ended = false;
    int code = 0;
    Time begin, end;
  };

  /// Programs are started by processes that are forked here: before the simulated system is built.
  ProgramNodes(const Context& context, const Setup& setup, const std::vector<ProgramLine>& lines);
  void run();
  /// After run().
  void account(Results& results);

 private:
  class Printer;
  void make_linux(std::size_t n);
  void progress(std::size_t n);
  void run_on(std::size_t n);
  void run_program(std::size_t k, host::Cpu& cpu);
  void tell_call(std::size_t n, const process::MadeCall& made);
  void add_output(OutputLine line);
  void tell_rests();
  void account_programs(Results& results) const;
  Table connections() const;
  void name_program(Limit& limit) const;
  std::string hosts() const;
  std::string computing_note() const;
  double digest() const;

  const Context context_;
  const Setup setup_;
  const std::vector<ProgramLine> lines_;
  std::vector<std::unique_ptr<process::Keeper>> keepers_;  ///< of nodes; null: no program there
  process::Turn turn_;
  Testbed testbed_;
  const std::unique_ptr<LinkLayer> link_;
  InetHosts hosts_;
  std::deque<inet::ProgramSockets> sockets_;
  std::vector<std::unique_ptr<process::Linux>> linux_;
  std::vector<bool> only_servers_;       ///< run on the node any more
  std::vector<Ended> ended_;             ///< of lines
  std::vector<host::Signal> one_ended_;  ///< of nodes
  std::optional<Requests> requests_;
  std::vector<OutputLine> output_;
  std::size_t output_bytes_ = 0, output_left_out_ = 0;
  std::vector<std::shared_ptr<Printer>> printers_;
};

}  // namespace flybar::experiments
