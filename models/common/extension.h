/// What a payload carries beside its generic attributes, at a socket of which the protocol asks for
/// it.
#pragma once

#include <string>

#include <tlm>

#include "models/common/error.h"

namespace flybar {

/// The extension `T` of a payload that the socket or module `who` got. `T::kName` and
/// `T::kProtocol` say what it is called and which file describes it.
/// @throws SimulationError if the payload has none
template <class T>
T& extension(const tlm::tlm_generic_payload& payload, const char* who) {
  if (T* found = payload.get_extension<T>()) return *found;
  throw SimulationError(who, std::string("a payload without the extension ") + T::kName,
                        std::string("payloads that carry it, as ") + T::kProtocol + " says",
                        "correct the model on that socket");
}

}  // namespace flybar
