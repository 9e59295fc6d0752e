#include "testbenches/experiments/inet/beside/file.h"

#include <algorithm>
#include <string>

#include "models/common/delivery_error.h"
#include "models/gms/file/stream_file.h"
#include "models/gms/gms_params.h"
#include "models/host/params.h"

namespace flybar::experiments {

namespace {

constexpr std::int64_t kReadAhead = 8;  ///< pages, as file-read does

}  // namespace

std::uint32_t pages_beside(const LayerParams& client) {
  const Bytes cache = client.get<gms::GmsParams>().local_cache;
  return static_cast<std::uint32_t>(2 * cache.count / client.get<host::HostParams>().frame.count);
}

FileBeside::FileBeside(Stack& stack, Kernels& kernels)
    : cpu_(kernels.gmsnet(kClient).cpu()),
      cluster_(stack.testbed(), kernels),
      file_(cluster_.files().add({.sticky = true},
                                 pages_beside(stack.testbed().context().system.node(kClient)), 0)),
      reader_(cpu_, "reader", [this] { read(); }) {
  cluster_.warm(file_.id);
}

/// The next page, and the first one again after the last.
void FileBeside::read() {
  if (!access_)
    access_ = std::make_unique<gms::StreamFile>(cluster_.service(kClient), file_.id, kReadAhead);
  const auto page = static_cast<std::uint32_t>(read_ % file_.size());
  const Time begin = cpu_.now();
  if (!access_->read(page, Bytes(), cpu_.memory().frames.frame_size()))
    throw DeliveryError("file beside netperf", "page " + std::to_string(page) + " is lost",
                        "pages that can be used while no node dies", "look at the counters");
  cpu_.sync();
  last_.push_back(cpu_.now() - begin);
  ++read_;
}

/// More pages may follow, and another end.
void FileBeside::end() {
  counted_ = read_;
  for (const Time latency : last_) latencies_.add(latency);
  last_.clear();
}

void FileBeside::account(Results& results, double elapsed) {
  const auto bytes =
      static_cast<double>(counted_) * static_cast<double>(cpu_.memory().frames.frame_size().count);
  if (latencies_.count() > 0)
    results.numbers.insert(results.numbers.end(),
                           {{"file_bandwidth", bytes / elapsed, "MB/s"},
                            {"file_read_mean", latencies_.mean_us(), "us"},
                            {"file_read_p50", latencies_.quantile(0.5).us(), "us"},
                            {"file_read_p99", latencies_.quantile(0.99).us(), "us"}});
  else
    note_nothing("read", results);
  results.histograms.push_back({"reads beside the test", latencies_});
  cluster_.account(results);
}

}  // namespace flybar::experiments
