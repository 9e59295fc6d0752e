#include "testbenches/experiments/replay_pages.h"

#include <string>

namespace flybar::experiments {

using Source = ReplayAccount::Source;
using Wait = ReplayAccount::Wait;

ReplayPages::ReplayPages(gms::Service& service, const ReplayFiles& files, ReplayAccount& account)
    : service_(service), files_(files), account_(account) {
  service.pager().local().arrived = [this](gms::PageId id) { arrived(id); };
}

/// In the receive handler or the disk's. The fetcher has counted a page of network memory just
/// before.
void ReplayPages::arrived(gms::PageId id) {
  const gms::FetchCounters& counters = service_.pager().fetcher().counters();
  const std::uint64_t network = counters.network + counters.own;
  account_.arrived(id, network == from_network_ ? Source::kDisk : Source::kNetwork);
  from_network_ = network;
}

const gms::LocalPage* ReplayPages::find(gms::PageId id) {
  return service_.pager().local().pages.find(id);
}

bool ReplayPages::has(gms::PageId id) {
  const gms::LocalPage* page = find(id);
  return page != nullptr && page->status == gms::LocalPage::Status::kPresent;
}

template <class Get>
gms::LocalPage& ReplayPages::measure(gms::PageId id, bool putting, TrackId track, Get get) {
  const bool here = has(id);
  if (find(id) == nullptr) account_.gone(id);
  const Time begin = cpu().now();
  gms::LocalPage* page = get();
  if (page == nullptr)
    throw SimulationError("replay", "page " + std::to_string(id.page) + " is lost",
                          "pages that can be used while no node dies", "look at the counters");
  const std::size_t file = files_.recorded(id.file);
  const Source source = account_.used(file, id, here);
  if (!here && source != Source::kNowhere) {
    const Wait what = source == Source::kDisk ? Wait::kDisk : Wait::kNetwork;
    account_.waited(file, what, track, begin, cpu().now());
  } else if (putting) {
    account_.waited(file, Wait::kPut, track, begin, cpu().now());
  }
  return *page;
}

gms::LocalPage& ReplayPages::get(gms::PageId id, gms::PageRange& ahead, TrackId track) {
  return measure(id, false, track, [&] { return service_.pager().get(id, ahead); });
}

gms::LocalPage& ReplayPages::get_to_write(gms::PageId id, gms::ByteRange overwritten,
                                          gms::PageRange& ahead, TrackId track) {
  const bool putting = has(id) && find(id)->putting;
  return measure(id, putting, track,
                 [&] { return service_.pager().get_to_write(id, overwritten, ahead); });
}

void ReplayPages::use_mapped(gms::PageId id) {
  account_.used(files_.recorded(id.file), id, true);
}

template <class Put>
void ReplayPages::measure_put(TrackId track, Put put) {
  const Time begin = cpu().now();
  put();
  account_.waited(ReplayAccount::kAny, Wait::kPut, track, begin, cpu().now());
}

void ReplayPages::throttle(TrackId track) {
  measure_put(track, [this] { service_.pager().throttle(); });
}

void ReplayPages::flush(TrackId track) {
  measure_put(track, [this] { service_.pager().flush(); });
}

}  // namespace flybar::experiments
