/// Holds the parameters of the layers that make a node, or that make what all nodes share: card,
/// bus, host, software. Each layer adds its own parameters; no other code needs to know the layers.
/// The struct of a layer says its name: T::kLayer.
#pragma once

#include <any>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
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
  /// Throws ConfigurationError if there is such a layer.
  template <class T>
  void add(T params, Describe<T> describe = {}) {
    if (has(T::kLayer)) refuse_second(T::kLayer);
    Enter enter;
    if (describe)
      enter = [describe](Parameters& table, std::any& own, const LayerParams& node,
                         const LayerParams& shared) {
        describe(table, std::any_cast<T&>(own), node, shared);
      };
    layers_.push_back({T::kLayer, std::move(params), std::move(enter)});
  }
  bool has(std::string_view layer) const;
  /// "lanai, pci, host".
  std::string names() const;
  /// Throws ConfigurationError if there is no such layer.
  template <class T>
  const T& get() const {
    for (const Layer& layer : layers_)
      if (const T* found = std::any_cast<T>(&layer.params)) return *found;
    refuse_missing(T::kLayer);
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
  [[noreturn]] static void refuse_second(const char* layer);
  [[noreturn]] void refuse_missing(const char* layer) const;

  struct Layer {
    const char* name;
    std::any params;
    Enter describe;
  };
  std::deque<Layer> layers_;
  std::vector<Preset> presets_;
};

}  // namespace flybar
