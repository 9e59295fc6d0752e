/// The board as a part of a system.
#pragma once

namespace flybar {
class LayerParams;
}

namespace flybar::lanai {

/// Gives a node on a Myrinet, with a PCI bus, a LANai board with its parameters.
void add_layer(LayerParams& node);

}  // namespace flybar::lanai
