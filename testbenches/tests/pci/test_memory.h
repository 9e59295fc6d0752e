/// Host memory that remembers who came when.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <systemc>
#include <vector>

#include "models/common/systemc_time.h"
#include "models/common/units.h"

namespace flybar::pci {

class TestMemory : public sc_core::sc_module {
 public:
  struct Access {
    bool write;
    std::uint64_t address;
    Bytes length;
    Time at;
  };

  tlm_utils::simple_target_socket<TestMemory> socket{"socket"};

  explicit TestMemory(sc_core::sc_module_name name, Bytes size)
      : sc_module(name), bytes(static_cast<std::size_t>(size.count)) {
    socket.register_b_transport(this, &TestMemory::transport);
  }

  std::vector<std::uint8_t> bytes;
  std::vector<Access> accesses;
  Time read_delay;  ///< added to every read

 private:
  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const auto address = payload.get_address();
    const auto length = payload.get_data_length();
    accesses.push_back(
        {payload.is_write(), address, Bytes(length), kernel_time() + from_systemc(delay)});
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    if (address + length > bytes.size()) return;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    auto* place = bytes.data() + address;
    if (payload.is_write()) {
      std::copy_n(payload.get_data_ptr(), length, place);
    } else {
      std::copy_n(place, length, payload.get_data_ptr());
      delay += to_systemc(read_delay);
    }
  }
};

}  // namespace flybar::pci
