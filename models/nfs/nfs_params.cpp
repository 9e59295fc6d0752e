#include "models/nfs/nfs_params.h"

#include "models/common/layer_params.h"
#include "models/common/parameters.h"
#include "models/common/quantity.h"

namespace flybar::nfs {

using enum Confidence;
using namespace literals;

Time NfsParams::patience() const {
  Time all;
  for (std::int64_t i = 0; i <= retries; ++i) all += timeout * (std::int64_t{1} << i);
  return all;
}

void describe(Parameters& table, NfsParams& p) {
  table.add("nfs.threads", p.threads, {1, 32},
            {"nfsd processes of a server", "as many as manuals of that time advise", kGuess});
  table.add("nfs.read_ahead", p.read_ahead, {1, 4},
            {"blocks that a client asks for beyond the one that is read in sequence",
             "4.4BSD: 1 unless the mount says otherwise, at most 4", kDocumented});
  table.add("nfs.server_call", p.server_call, {15_us, 60_us},
            {"CPU time of a READ in the server, without UDP, XDR and its passes over data",
             "dispatch, credentials, attributes, way to the block: some 4000 instructions of the "
             "21164, half out of its caches",
             kGuess});
  table.add(
      "nfs.client_call", p.client_call, {15_us, 60_us},
      {"CPU time of a READ in the client, likewise",
       "way from the file to the call, its record and timer, attributes: as the server", kGuess});
  table.add("nfs.xdr", p.xdr, {2_us, 10_us},
            {"CPU time of making or reading one message, without its passes over data",
             "some 40 words of header, one filter each", kGuess});
  table.add("nfs.timeout", p.timeout, {1_ms, 60'000_ms},
            {"how long a client waits for a reply before it asks again; doubles each time",
             "usual of mounts of that time: 11 tenths of a second", kGuess});
  table.add("nfs.retries", p.retries, {0, 10},
            {"times that it asks again; then the read ends with ETIMEDOUT, as of a soft mount",
             "usual of soft mounts of that time", kGuess});
}

void add_layer(LayerParams& node) {
  node.add<NfsParams>({},
                      [](Parameters& table, NfsParams& own, auto&...) { describe(table, own); });
}

}  // namespace flybar::nfs
