/// A board with a LANai 4 on it, however the chip is made: as model or as RTL.
#pragma once

#include "models/contracts/card.h"
#include "models/lanai/engines/name_packet.h"
#include "models/lanai/params.h"

namespace flybar::lanai {

class Image;

class LanaiBoard : public Board {
 public:
  /// This card as a LANai board. Throws ConfigurationError if it is another.
  static LanaiBoard& of(Card& card);

  virtual const ChipParams& params() const = 0;
  /// How long its program has waited for the SRAM while engines or the host used it.
  virtual Time memory_waits() const = 0;
  /// How long its program did nothing but look whether there is something to do.
  virtual Time program_waits() const = 0;
  Uses uses() const override;
  Time byte_time() const override;
  /// Names functions and lines in faults, and bounds the code. Kept by reference.
  virtual void set_image(const Image* image) = 0;
  /// Tells observers what packets carry. Before the simulation starts.
  virtual void name_packets(const NamePacket& name) = 0;
  /// And what the host DMA moves.
  virtual void name_transfers(const NameTransfer& name) = 0;
};

}  // namespace flybar::lanai
