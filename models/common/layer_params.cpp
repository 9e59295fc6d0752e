#include "models/common/layer_params.h"

#include <algorithm>

namespace flybar {

bool LayerParams::has(std::string_view layer) const {
  return std::any_of(layers_.begin(), layers_.end(),
                     [layer](const Layer& one) { return one.name == layer; });
}

std::string LayerParams::names() const {
  std::string names;
  for (const Layer& layer : layers_) names.append(names.empty() ? "" : ", ").append(layer.name);
  return names;
}

void LayerParams::refuse_second(const char* layer) {
  throw ConfigurationError({{std::string("layer ") + layer, "is there twice", "each layer once",
                             "take one out of the machine, or out of the list of parts"}});
}

void LayerParams::refuse_missing(const char* layer) const {
  throw ConfigurationError({{std::string("layer ") + layer, "is needed, and is not there",
                             "the layers that are: " + names(),
                             "choose a part or a platform that has it: flybar list parts, "
                             "flybar list platforms"}});
}

}  // namespace flybar
