/// Dotted names as a tree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace flybar {

/// A scope, its own item if something has exactly its name, and the scopes in it. Children stand in
/// the order in which they were first named.
struct Scope {
  static constexpr std::uint32_t kNone = ~0u;

  std::string name;            ///< the last part of the path
  std::uint32_t item = kNone;  ///< what add() was given for this name
  std::vector<std::unique_ptr<Scope>> children;

  /// The scope of this path below this one; made if it is new.
  Scope& add(std::string_view path, std::uint32_t new_item) {
    Scope* scope = this;
    for (std::size_t from = 0; from <= path.size();) {
      const std::size_t dot = std::min(path.find('.', from), path.size());
      scope = &scope->child(path.substr(from, dot - from));
      from = dot + 1;
    }
    scope->item = new_item;
    return *scope;
  }

 private:
  Scope& child(std::string_view wanted) {
    for (auto& known : children) {
      if (known->name == wanted) return *known;
    }
    children.push_back(std::make_unique<Scope>());
    children.back()->name = wanted;
    return *children.back();
  }
};

}  // namespace flybar
