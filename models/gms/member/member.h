/// What the parts of the service on one node share.
#pragma once

#include <string>

#include "models/gms/gms_params.h"
#include "models/gms/member/departures.h"
#include "models/gms/page/files.h"
#include "models/gms/page/membership.h"
#include "models/gms/page/page_observer.h"
#include "models/gmsnet/net.h"
#include "models/host/paging/disk.h"
#include "models/host/paging/page_pool.h"

namespace flybar::gms {

struct Member {
  std::string name;
  gmsnet::Net& net;
  host::Disk& disk;
  const GmsParams params;
  Files& files;
  PageObserver& observer;
  Epoch epoch;
  Draw draw;
  bool up = false;                   ///< messages can be sent
  bool dead = false;                 ///< the host has crashed
  host::Signal epoch_work{"epoch"};  ///< for the process that keeps the epochs
  Departures departures{};
  host::Signal crowded{"full memory"};  ///< for the process that makes room in the global cache

  Node node() const { return net.node(); }
  host::Cpu& cpu() const { return net.cpu(); }
  host::PagePool& pool() const { return net.pool(); }
  host::Memory& memory() const { return net.cpu().memory(); }
  Bytes frame_size() const { return memory().frames.frame_size(); }
  Node directory_site(PageId id) const { return epoch.directory_site(id); }
  /// The node counts as dead in the present epoch.
  bool is_dead(Node other) const { return epoch.is_dead(other, params.give_up); }

  /// Software may change and free the frame: no message with it waits to be sent. Looks at the NIC
  /// if it has to.
  bool owns(host::Physical frame) const {
    const auto lent = [&] { return memory().frames.state(frame) != host::FrameState::kHost; };
    if (lent()) net.complete_sent();
    return !lent();
  }
};

}  // namespace flybar::gms
