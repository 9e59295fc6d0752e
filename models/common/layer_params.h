/// Holds the parameters of the layers that make a node, or that make what all nodes share: card,
/// bus, host, software. Each layer adds its own parameters; no other code needs to know the layers.
#pragma once

#include <any>
#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/common/parameters.h"

namespace flybar {

/// One struct for each layer, found by its type. A copy has structs of its own.
class LayerParams {
 public:
  /// Enters `own` in a table that refers to it, with checks against the layers below it, which are
  /// parts of `node` or of `shared`.
  template <class T>
  using Describe = std::function<void(Parameters& table, T& own, const LayerParams& node,
                                      const LayerParams& shared)>;
  template <class T>
  void add(T params, Describe<T> describe = {}) {
    Enter enter;
    if (describe)
      enter = [describe](Parameters& table, std::any& own, const LayerParams& node,
                         const LayerParams& shared) {
        describe(table, std::any_cast<T&>(own), node, shared);
      };
    layers_.push_back({std::move(params), std::move(enter)});
  }
  /// The struct must have been added.
  template <class T>
  const T& get() const {
    for (const Layer& layer : layers_)
      if (const T* found = std::any_cast<T>(&layer.params)) return *found;
    throw std::logic_error("a layer whose parameters have not been added");
  }
  template <class T>
  T& get() {
    return const_cast<T&>(std::as_const(*this).get<T>());
  }

  /// Enters all, in the order in which they were added.
  void describe(Parameters& table, const LayerParams& shared) {
    for (Layer& layer : layers_)
      if (layer.describe) layer.describe(table, layer.params, *this, shared);
  }

  /// A parameter that says from which values those with some prefix start.
  struct Preset {
    std::string key;     ///< "pci.chipset"
    std::string prefix;  ///< "pci.bridge."
    const std::string& (*chosen)(const LayerParams& node);
    /// Changes nothing if there is no such choice.
    void (*choose)(LayerParams& node, const std::string& choice);
  };
  void add(Preset preset) { presets_.push_back(std::move(preset)); }
  const std::vector<Preset>& presets() const { return presets_; }

 private:
  using Enter = std::function<void(Parameters&, std::any&, const LayerParams&, const LayerParams&)>;
  struct Layer {
    std::any params;
    Enter describe;
  };
  std::deque<Layer> layers_;
  std::vector<Preset> presets_;
};

}  // namespace flybar
