#include "models/lanai/board/loader.h"

#include <algorithm>

#include "models/common/error.h"
#include "models/common/quantity.h"

namespace flybar::lanai {

using board::Control;

void Loader::load(std::span<const std::uint8_t> image, Bytes burst) {
  if (const auto size = static_cast<std::int64_t>(image.size()); size > board_.sram_size.count)
    throw ConfigurationError({{"firmware image", quantity::print(Bytes(size)),
                               "at most " + quantity::print(board_.sram_size) + " of SRAM",
                               "use a smaller image or a board with more memory"}});
  control(Control::kResetOnMask | Control::kInterruptDisableMask);
  copy(image, burst);
}

void Loader::release(Interrupt interrupt) {
  cpu_.drain();
  control(Control::kResetOffMask |
          (interrupt == Interrupt::kEnabled ? Control::kInterruptEnableMask
                                            : Control::kInterruptDisableMask));
}

void Loader::control(std::uint32_t bits) {
  cpu_.store_word(board_.control(), bits);
  cpu_.drain();
}

void Loader::copy(std::span<const std::uint8_t> image, Bytes burst) {
  const auto step = static_cast<std::size_t>(burst.count) & ~std::size_t{3};
  std::uint32_t address = board_.sram();
  while (!image.empty()) {
    const std::size_t n = std::min(std::max<std::size_t>(step, 4), image.size());
    cpu_.store(address, image.first(n));
    cpu_.write_barrier();
    address += static_cast<std::uint32_t>(n);
    image = image.subspan(n);
  }
}

}  // namespace flybar::lanai
