/// What NFS costs its hosts, and how its client behaves.
#pragma once

#include <cstdint>

#include "models/common/units.h"

namespace flybar {
class LayerParams;
class Parameters;
}  // namespace flybar

namespace flybar::nfs {

/// CPU times are those of an Alcor. Sources: nfs_params.cpp.
struct NfsParams {
  static constexpr const char* kLayer = "nfs";
  std::int64_t threads = 8;         ///< of the server
  std::int64_t read_ahead = 1;      ///< blocks beyond the one that is read
  Time server_call = Time::us(30);  ///< of a READ, without passes over data
  Time client_call = Time::us(30);  ///< likewise
  Time xdr = Time::us(5);           ///< of a message that is made or read, likewise
  Time timeout = Time::ms(1100);    ///< until a call is repeated; doubles each time
  std::int64_t retries = 3;         ///< after which the read ends

  /// Until a call that nobody answers has failed.
  Time patience() const;
};

/// Adds every parameter as nfs.*.
void describe(Parameters& table, NfsParams& params);

/// Adds NfsParams to those of a node.
void add_layer(LayerParams& node);

}  // namespace flybar::nfs
