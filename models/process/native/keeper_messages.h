/// What passes between the simulator and a keeper: a message each, over a socket that keeps their
/// borders, with descriptors.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace flybar::process {

/// `number` is what it is about; what else there is depends on who sends it.
struct Message {
  std::int64_t number = 0;
  std::string text = {};
  std::vector<int> descriptors = {};  ///< at most kMost; the receiver's to close
  static constexpr std::size_t kMost = 4;
};

/// False if the other end has gone.
bool send_message(int socket, const Message& message);
/// Waits for it; nothing if the other end has gone.
std::optional<Message> receive_message(int socket);

}  // namespace flybar::process
