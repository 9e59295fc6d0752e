/// What gmsnet costs its host's CPU, and its limits.
#pragma once

#include <string>

#include "models/common/parameters.h"
#include "models/common/units.h"

namespace flybar {
class LayerParams;
}

namespace flybar::gmsnet {

/// CPU time without that of the carrier below. On an Alcor; sources: gmsnet_params.cpp.
struct GmsnetParams {
  static constexpr const char* kLayer = "gmsnet";
  Time make = Time::us(1);            ///< a message: buffer and header
  Time call = Time::us(1);            ///< a call record: allocate, enter, and later free
  Time queue = Time::ns(500);         ///< a request: from the receive handler to the server thread
  Time dispatch = Time::us(1);        ///< a request: through the vector to its service
  Time reply = Time::us(1);           ///< a reply: to its call record
  Time continuation = Time::ns(500);  ///< one continuation, besides what it does
  Time copy_start = Time::us(4);      ///< of a page that is copied, before its first byte
  Time entry_pause = Time::us(20);    ///< between two looks for a free send entry
  std::int64_t call_records = 128;
  std::int64_t nonblocking_calls = 64;  ///< of these, at most
  std::int64_t calls_under_way = 32;    ///< over datagrams: calls that wait for replies, at most
  Time timeout = Time::ms(50);          ///< of a blocking call
  Time grace = Time::us(500);  ///< for a message whose token was used while its call timed out
};

/// Adds every parameter under `prefix` ("gmsnet.").
void describe(Parameters& parameters, GmsnetParams& params, const std::string& prefix);

/// Adds GmsnetParams to those of a node.
void add_layer(LayerParams& node);

}  // namespace flybar::gmsnet
