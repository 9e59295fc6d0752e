#include "models/lanai/board/debug.h"

#include <algorithm>
#include <cstring>

#include "models/lanai/core/words.h"
#include "models/lanai/run/machine.h"

namespace flybar::lanai {
namespace {

unsigned debug_registers(const Machine& m, std::uint32_t offset,
                         tlm::tlm_generic_payload& payload) {
  const std::uint32_t bytes = payload.get_data_length();
  if (!payload.is_read() || (offset | bytes) % 4 != 0) return 0;
  for (std::uint32_t at = 0; at < bytes; at += 4) {
    put_word(payload.get_data_ptr() + at, m.registers.board_read(offset + at, m.now));
  }
  return bytes;
}

}  // namespace

unsigned debug_access(Machine& m, std::uint32_t offset, tlm::tlm_generic_payload& payload,
                      const std::function<void()>& before_write) {
  const std::uint32_t address = offset - m.sram_offset();
  const bool in_sram = address < m.sram.size();
  const std::uint32_t bytes = in_sram ? std::min(payload.get_data_length(), m.sram.size() - address)
                                      : debug_registers(m, offset, payload);
  if (in_sram && payload.is_write()) {
    before_write();
    m.untouched = false;
    m.sram.set_bytes(address, {payload.get_data_ptr(), bytes});
  } else if (in_sram && payload.is_read()) {
    std::memcpy(payload.get_data_ptr(), m.sram.bytes(address, bytes).data(), bytes);
  }
  payload.set_response_status(bytes == 0 ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
  return bytes;
}

}  // namespace flybar::lanai
