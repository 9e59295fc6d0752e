/// What the Trapeze library costs its host's CPU.
#pragma once

#include <string>

#include "models/common/parameters.h"
#include "models/common/units.h"

namespace flybar {
class LayerParams;
}

namespace flybar::trapeze {

/// CPU time of each call, without its PIO and its copies. On an AlphaStation 500; sources:
/// library_params.cpp.
struct LibraryParams {
  static constexpr const char* kLayer = "tpz";
  Time call = Time::ns(800);    ///< of getting or releasing a message, of either kind
  Time attach = Time::ns(200);  ///< or detach, of either kind
  Time check_xmit = Time::ns(200);
  Time upcall = Time::ns(200);         ///< of one completion or one receive handler
  Time control_word = Time::ns(10);    ///< producing or using one word of a control message
  Time ipt_map = Time::ns(400);        ///< or cancel
  Bytes load_burst = Bytes(32);        ///< of the firmware between two write barriers
  Time start_timeout = Time::ms(100);  ///< for the firmware to say that it runs
};

/// Adds every parameter under `prefix` ("tpz.").
void describe(Parameters& parameters, LibraryParams& params, const std::string& prefix);

/// Adds McpParams and LibraryParams to those of a node.
void add_layer(LayerParams& node);

}  // namespace flybar::trapeze
