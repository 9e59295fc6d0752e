/// What the engines' use of SRAM and link depends on, as plain data.
#pragma once

#include <cstdint>

#include "models/common/units.h"

namespace flybar::lanai {

/// More words than any stretch of clocks that is planned ahead moves.
constexpr int kManyWords = 1 << 20;

struct HostState {
  Time next = Time::never();  ///< data phase of the burst under way
  Time interval{};            ///< between two of them
};

struct ReceiveState {
  Time ready = Time::never();  ///< when the next word from the link will have arrived
  std::uint32_t waiting = 0;   ///< words that have arrived
  bool armed = false;          ///< the engine has room in the SRAM
  bool stopped = false;        ///< the sender has been sent STOP
};

struct SendState {
  Time wire_free{};        ///< when the link can take a word
  std::uint32_t fifo = 0;  ///< words that wait for the link
  bool active = false;     ///< the engine fetches words
  bool running = false;    ///< the link takes words as fast as it can, until none is left
  bool stopped = false;    ///< by a STOP
};

/// Words that have moved and that the engines have not been told of.
struct Moved {
  std::uint16_t host = 0;     ///< data phases of the host DMA
  std::uint16_t receive = 0;  ///< taken by the receive DMA
  std::uint16_t send = 0;     ///< fetched by the send DMA
  std::uint16_t arrived = 0;  ///< from the link
};

/// All times count from the same instant, which the user of the state chooses.
struct EngineState {
  HostState host;
  ReceiveState receive;
  SendState send;
};

}  // namespace flybar::lanai
