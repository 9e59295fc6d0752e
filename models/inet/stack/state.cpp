#include "models/inet/stack/state.h"

#include <cstring>

// The section of models/inet/lwip/one_section.ld.
extern "C" std::byte flybar_lwip_state_begin[], flybar_lwip_state_end[];

namespace flybar::inet {
namespace {

std::size_t section_size() {
  return static_cast<std::size_t>(flybar_lwip_state_end - flybar_lwip_state_begin);
}

/// What the section contained before the first load.
const std::vector<std::byte>& as_loaded() {
  static const std::vector<std::byte> kContents(flybar_lwip_state_begin, flybar_lwip_state_end);
  return kContents;
}

State* loaded_state = nullptr;

}  // namespace

State::State() : contents_(as_loaded()) {}

State::~State() {
  if (loaded_state == this) loaded_state = nullptr;
}

void State::load() {
  if (loaded_state == this) return;
  if (loaded_state != nullptr)
    std::memcpy(loaded_state->contents_.data(), flybar_lwip_state_begin, section_size());
  std::memcpy(flybar_lwip_state_begin, contents_.data(), section_size());
  loaded_state = this;
}

const void* State::place(const void* variable) const {
  if (loaded_state == this) return variable;
  return contents_.data() + (static_cast<const std::byte*>(variable) - flybar_lwip_state_begin);
}

}  // namespace flybar::inet
