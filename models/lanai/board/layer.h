/// The board as a part of a system.
#pragma once

namespace flybar {
class LayerParams;
}

namespace flybar::lanai {

/// Adds ChipParams to those of a node on a Myrinet.
void add_layer(LayerParams& node);

}  // namespace flybar::lanai
