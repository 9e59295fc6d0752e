#include "testbenches/experiments/replay/pages.h"

#include <algorithm>
#include <string>
#include <utility>

#include "models/common/delivery_error.h"

namespace flybar::experiments {

using Source = ReplayAccount::Source;

ReplayPages::ReplayPages(gms::Service& service, const ReplayFiles& files, ReplayAccount& account)
    : service_(service), files_(files), account_(account) {
  service.pager().local().arrived = [this](gms::PageId id) { arrived(id); };
  service.pager().local().noticed = [this] { look_again(); };
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

void ReplayPages::look_again() {
  for (Awaited& one : awaited_) {
    const bool is_there = one.is_there();
    if (is_there && !one.was_there) one.since = cpu().now();
    one.was_there = is_there;
  }
}

/// Run queue is the time in which the process was queued, but not more than has passed since what
/// it awaits came: what wakes it before that, and lets it queue, leaves it stalled. For such a
/// process a few microseconds of the kernel's work may count as run queue.
template <class Act>
ReplayAccount::Waited ReplayPages::time(std::function<bool()> is_there, Act act) {
  const bool already = is_there();
  const Time begin = cpu().now(), queued = cpu().queued();
  const auto own = awaited_.insert(awaited_.end(), {std::move(is_there), already, Time::never()});
  act();
  const Time end = cpu().now();
  const Time since = std::min(own->since, end);
  awaited_.erase(own);
  const Time run_queue = std::min(cpu().queued() - queued, end - since);
  return {begin, end - begin - run_queue, run_queue};
}

template <class Get>
gms::LocalPage& ReplayPages::measure(gms::PageId id, bool putting, TrackId track, Get get) {
  const bool here = has(id);
  if (find(id) == nullptr) account_.gone(id);
  gms::LocalPage* page = nullptr;
  const auto is_there = [this, id] { return has(id) && !find(id)->putting; };
  const ReplayAccount::Waited one = time(is_there, [&] { page = get(); });
  if (page == nullptr)
    throw DeliveryError("replay", "page " + std::to_string(id.page) + " is lost",
                        "pages that can be used while no node dies", "look at the counters");
  const std::size_t file = files_.recorded(id.file);
  const Source source = account_.used(file, id, here);
  if (!here && source != Source::kNowhere) {
    const ReplayAccount::Wait what =
        source == Source::kDisk ? ReplayAccount::Wait::kDisk : ReplayAccount::Wait::kNetwork;
    account_.waited(file, what, track, one);
  } else if (putting) {
    account_.waited(file, ReplayAccount::Wait::kPut, track, one);
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

/// Waits until at most `most` changed pages are not put away.
template <class Put>
void ReplayPages::measure_put(std::size_t most, TrackId track, Put put) {
  const auto is_there = [this, most] { return service_.pager().putter().backlog() <= most; };
  account_.waited(ReplayAccount::kAny, ReplayAccount::Wait::kPut, track, time(is_there, put));
}

void ReplayPages::throttle(TrackId track) {
  const auto most = static_cast<std::size_t>(service_.member().params.dirty_pages);
  measure_put(most, track, [this] { service_.pager().throttle(); });
}

void ReplayPages::flush(TrackId track) {
  measure_put(0, track, [this] { service_.pager().flush(); });
}

}  // namespace flybar::experiments
