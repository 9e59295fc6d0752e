#include "models/mpi/mpi_params.h"

#include <algorithm>
#include <string>
#include <vector>

#include "models/common/layer_params.h"

namespace flybar::mpi {

using enum Confidence;

namespace {

/// What fits into one message of PM beside the envelope.
constexpr Bytes kMostEager = Bytes(8192);

void describe_choices(Parameters& table, MpiParams& p, const std::string& prefix) {
  table.add_choice(prefix + "alltoall", p.alltoall,
                   {{"rank-order", AllToAll::kRankOrder},
                    {"rotated", AllToAll::kRotated},
                    {"pairwise", AllToAll::kPairwise}},
                   {"in which order a process turns to the others",
                    "MPICH 1.0 begins with rank 0, later releases with the own rank"});
  table.add_choice(prefix + "allreduce", p.allreduce,
                   {{"reduce-broadcast", AllReduce::kReduceBroadcast},
                    {"recursive-doubling", AllReduce::kRecursiveDoubling}},
                   {"algorithm of MPI_Allreduce", "MPICH 1.0 reduces to rank 0 and broadcasts"});
  table.add_choice(
      prefix + "barrier", p.barrier,
      {{"tree", Barrier::kTree}, {"dissemination", Barrier::kDissemination}},
      {"algorithm of MPI_Barrier", "choice: the tree is that of reduce and broadcast"});
  table.add_choice(prefix + "broadcast", p.broadcast,
                   {{"binomial", Broadcast::kBinomial}, {"linear", Broadcast::kLinear}},
                   {"algorithm of MPI_Bcast", "MPICH 1.0: a binomial tree"});
}

}  // namespace

void describe(Parameters& table, MpiParams& p, const std::string& prefix) {
  describe_choices(table, p, prefix);
  table.add(prefix + "eager_limit", p.eager_limit, {Bytes(0), kMostEager},
            {"longest message that goes along with its envelope",
             "the MTU of PM is 8,192 B and an envelope", kDocumented});
  table.add(prefix + "stream_limit", p.stream_limit, {Bytes(0), Bytes(16 << 20)},
            {"longest message that the buffered library sends in pieces without asking; its "
             "receiver keeps what it does not expect",
             "where MPICH of the time began to ask", kGuess});
  table.add(prefix + "software", p.software, {Time(), Time::us(10)},
            {"CPU time of each MPI call, match and control message",
             "some 300 instructions of MPICH on a Pentium Pro", kGuess});
  table.add(
      prefix + "clock", p.clock, {Time::ns(100), Time::us(10)},
      {"CPU time of MPI_Wtime", "a system call that reads the clock of a Pentium Pro", kGuess});
  table.add(prefix + "patience", p.patience, {Time::us(1), Time::ms(1'000'000)},
            {"longest time in which a program calls without a message or computing anywhere",
             "choice: a program that polls longer never stops"});
  table.add(prefix + "reduce_element", p.reduce_element, {Time(), Time::us(1)},
            {"CPU time of combining two elements in a reduction",
             "two loads, an operation and a store of a Pentium Pro", kGuess});
  const char* halves = "half of PM's table each, so that one send and one receive can go on";
  table.add(prefix + "send_pages", p.send_pages, {1, 1 << 20},
            {"pages that sends pin at a time", halves, kGuess});
  table.add(prefix + "receive_pages", p.receive_pages, {1, 1 << 20},
            {"pages that receives pin at a time", halves, kGuess});
}

void add_layer(LayerParams& node, std::int64_t (*table)(const LayerParams& node)) {
  node.add<MpiParams>(
      {}, [table](Parameters& all, MpiParams& own, const LayerParams& one, const LayerParams&) {
        describe(all, own, "mpi.");
        const auto pages = [table, &one] { return table(one); };
        all.add_derived("mpi.send_pages",
                        [&own, pages] { own.send_pages = std::max<std::int64_t>(pages() / 2, 1); });
        all.add_derived("mpi.receive_pages", [&own, pages] {
          own.receive_pages = std::max<std::int64_t>(pages() - own.send_pages, 1);
        });
        all.add_check([&own, pages](std::vector<Fault>& faults) {
          if (own.send_pages + own.receive_pages <= pages()) return;
          faults.push_back({"mpi.send_pages",
                            std::to_string(own.send_pages) + ", and mpi.receive_pages " +
                                std::to_string(own.receive_pages),
                            "together at most the pin table's " + std::to_string(pages()),
                            "lower them, or raise pm.pin_entries"});
        });
      });
}

}  // namespace flybar::mpi
