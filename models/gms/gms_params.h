/// What the memory service costs its host's CPU, and how it behaves.
#pragma once

#include <string>

#include "models/common/parameters.h"
#include "models/common/rate.h"
#include "models/common/units.h"

namespace flybar {
class LayerParams;
}

namespace flybar::gms {

/// CPU times are those of an Alcor, without the calls of the layers below. Sources: gms_params.cpp.
struct GmsParams {
  static constexpr const char* kLayer = "gms";
  Time system_call = Time::us(3);  ///< entry and exit of read or write, and the way to the page
  Time map_call = Time::us(10);    ///< of a call that maps a part of a file
  Time lookup = Time::us(1);       ///< in the page directory
  Time insert = Time::us(2);       ///< of a frame into the page directory
  Time evict = Time::us(2);        ///< of a page from it
  Time getpage = Time::us(3);      ///< setting up one getpage
  Time putpage = Time::us(3);      ///< setting up one putpage or movepage
  Time directory = Time::us(2);    ///< one look at or change of the global directory
  Time global = Time::us(3);       ///< finding, storing or dropping a page of the global cache

  Time epoch_cost = Time::us(50);  ///< summing up this node's pages, or taking up a new epoch
  Rate touch_rate = Rate::mb_per_s(180);  ///< a program uses bytes that are in its cache

  /// Where the memory is too small for both, the older pages give way.
  Bytes local_cache = Bytes(4 << 20);      ///< most of a node's memory that its own files may fill
  Bytes network_memory = Bytes(96 << 20);  ///< most of a node's memory that others' pages may fill
  std::int64_t outstanding = 16;           ///< getpage calls at once
  std::int64_t puts = 8;                   ///< putpage calls at once
  std::int64_t dirty_pages = 64;           ///< a program that has changed more waits

  Time getpage_timeout = Time::ms(20);  ///< then the page is read from disk
  Time retry = Time::ms(2);             ///< between two tries to find a page that is on no disk
  Time give_up = Time::ms(5000);        ///< then such a page is lost, and a silent node dead
  Time epoch = Time::ms(1000);          ///< at most this long
  std::int64_t epoch_evictions = 4096;  ///< or until a node has put so many pages away
  std::int64_t death_after = 2;         ///< unanswered calls by which a node is left out

  /// The longest time of one try to bring a page that is on no disk, with the pause before it.
  Time longest_try() const { return retry + 2 * getpage_timeout; }
};

/// Adds every parameter under `prefix` ("gms.").
void describe(Parameters& parameters, GmsParams& params, const std::string& prefix);

/// Adds GmsParams to those of a node that has gmsnet.
void add_layer(LayerParams& node);

}  // namespace flybar::gms
