/// The one place that names the experiments: include its header, add its line.
#include "testbenches/experiments/file/file_read.h"
#include "testbenches/experiments/file/file_write.h"
#include "testbenches/experiments/file/page_fault.h"
#include "testbenches/experiments/inet/netperf.h"
#include "testbenches/experiments/inet/netperf_many.h"
#include "testbenches/experiments/many/all_to_all.h"
#include "testbenches/experiments/many/incast.h"
#include "testbenches/experiments/many/pairs.h"
#include "testbenches/experiments/measure/experiment.h"
#include "testbenches/experiments/mpi/mpi_alltoall.h"
#include "testbenches/experiments/mpi/mpi_between_two.h"
#include "testbenches/experiments/mpi/nas_kernels.h"
#include "testbenches/experiments/myriapi/myriapi_bandwidth.h"
#include "testbenches/experiments/myriapi/myriapi_latency.h"
#include "testbenches/experiments/nfs/nfs_read.h"
#include "testbenches/experiments/page/demand_fetch.h"
#include "testbenches/experiments/page/dma_curve.h"
#include "testbenches/experiments/page/one_way.h"
#include "testbenches/experiments/page/stream.h"
#include "testbenches/experiments/pm/pm_bandwidth.h"
#include "testbenches/experiments/pm/pm_latency.h"
#include "testbenches/experiments/programs/programs.h"
#include "testbenches/experiments/replay/replay.h"
#include "testbenches/experiments/rpc/rpc.h"

namespace flybar::experiments {

const std::vector<Entry>& all() {
  static const std::vector<Entry> kEntries = {
      {"dma-curve", "bandwidth of host DMA over its size", &make<DmaCurve>},
      {"one-way", "latency of one message, half the mean round trip", &make<OneWay>},
      {"demand-fetch", "latency of a short request that brings a page back", &make<DemandFetch>},
      {"stream", "bandwidth of messages back to back, server to client", &make<Stream>},
      {"incast", "many nodes send to one", &make<Incast>},
      {"all-to-all", "every node sends to every other one", &make<AllToAll>},
      {"pairs", "senders with a receiver each", &make<Pairs>},
      {"rpc", "latency and rate of calls between kernels, with and without a page", &make<Rpc>},
      {"page-fault", "latency of touching a page that lies in another node's memory",
       &make<PageFault>},
      {"file-read", "bandwidth and CPU use of reading a file in network memory", &make<FileRead>},
      {"file-write", "the same of writing a scratch file to network memory", &make<FileWrite>},
      {"nfs-read", "bandwidth and CPU use of reading a file of an NFS server", &make<NfsRead>},
      {"netperf", "TCP and UDP between two hosts: streams and round trips", &make<Netperf>},
      {"netperf-many", "TCP between many hosts at once", &make<NetperfMany>},
      {"programs", "Linux programs of this machine, one on each node", &make<Programs>},
      {"replay", "a recorded program, with its files on disk or in network memory", &make<Replay>},
      {"myriapi-latency", "MyriAPI, the vendor's firmware: latency of one message",
       &make<MyriapiLatency>},
      {"myriapi-bandwidth", "MyriAPI: bandwidth of messages back to back", &make<MyriapiBandwidth>},
      {"pm-latency", "PM: latency of a message or of a remote write", &make<PmLatency>},
      {"pm-bandwidth", "PM: bandwidth of messages or of remote writes", &make<PmBandwidth>},
      {"pm-pin", "PM: time of locking and unlocking memory", &make<PmPin>},
      {"pm-crossover", "PM: from which size remote writes beat copies", &make<PmCrossover>},
      {"mpi-latency", "MPI: latency of one message, half the mean round trip", &make<MpiLatency>},
      {"mpi-bandwidth", "MPI: bandwidth of messages one after the other", &make<MpiBandwidth>},
      {"mpi-alltoall", "MPI: every process sends to every other one", &make<MpiAllToAll>},
      {"mpi-crossover", "MPI: size from which remote writes stay quicker than copies",
       &make<MpiCrossover>},
      {"nas", "the NAS kernels IS and FT on MPI, with their own verification", &make<NasKernels>},
  };
  return kEntries;
}

}  // namespace flybar::experiments
