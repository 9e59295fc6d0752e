/* What a firmware knows of its own sends, told to the simulator.
 *
 * The other nodes of a simulation run ahead as long as this one is sure to send nothing. The
 * simulator finds in the code how far the program is from a store to SML or SMLT, but code does not
 * show that nothing is there to be sent. A firmware that declares it makes simulations quicker and
 * changes nothing else: the declaration lies in a section that is not loaded into SRAM. It is
 * checked at every send, and one that does not hold ends the run. */
#ifndef FLYBAR_FIRMWARE_COMMON_SEND_GATE_H
#define FLYBAR_FIRMWARE_COMMON_SEND_GATE_H

#include <stdint.h>

#define LANAI_GATE_ROWS 4

/* `count` words, the first at `first`, each `stride` bytes behind the one before. */
struct lanai_gate_words {
  const volatile void* first;
  uint32_t stride;
  uint32_t count;
};

struct lanai_send_gate {
  /* Least clocks from the end of a reset to the first send, whatever lies in SRAM. */
  uint32_t after_reset;
  /* Least clocks from a write of the host to one of `words` to the next send, if all of them were
   * 0 before. While all are 0, none but the host makes one of them anything else, and no send
   * starts. */
  uint32_t after_host;
  struct lanai_gate_words words[LANAI_GATE_ROWS]; /* unused rows are 0 */
  /* The word that points to the packet at the link, and the offsets in what it points to of two
   * words: bytes of the packet, and how many of them have been given to the send engine. The latter
   * may lag behind by one store to SML. Without the first, nothing is declared of packets. */
  const volatile void* packet;
  uint32_t packet_length;
  uint32_t packet_sent;
};

#ifdef __lanai__
#define LANAI_SEND_GATE                                                                  \
  static const struct lanai_send_gate __attribute__((used, section(".lanai.send_gate"))) \
  lanai_send_gate
#else
#define LANAI_SEND_GATE static const struct lanai_send_gate __attribute__((unused)) lanai_send_gate
#endif

#endif
