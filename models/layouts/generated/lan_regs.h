/* Generated from models/layouts/lan.regs.toml by scripts/generate. Edit the source, not this file. */
#ifndef FLYBAR_GENERATED_LAN_REGS_H
#define FLYBAR_GENERATED_LAN_REGS_H
/* clang-format off */

/* Size of the window. */
#define LAN_WINDOW_BYTES 0x100u

/* STATUS, MASK: a frame has left whose last descriptor asks for an interrupt. */
#define LAN_INTERRUPT_SENT 0x1u

/* STATUS, MASK: frames have come, or some had no descriptor. */
#define LAN_INTERRUPT_RECEIVED 0x2u

/* Host address of the first descriptor of the send ring. A write also goes back to that one. */
#define LAN_SEND_BASE_OFFSET 0x00u
#define LAN_SEND_BASE_RESET 0x00000000u

/* Descriptors of the send ring; 0: the card sends nothing. */
#define LAN_SEND_LENGTH_OFFSET 0x04u
#define LAN_SEND_LENGTH_RESET 0x00000000u

/* A write of any value lets the card look at the next descriptor of the send ring. */
#define LAN_SEND_DEMAND_OFFSET 0x08u
#define LAN_SEND_DEMAND_RESET 0x00000000u

/* Host address of the first descriptor of the receive ring. A write also goes back to that one. */
#define LAN_RECEIVE_BASE_OFFSET 0x0cu
#define LAN_RECEIVE_BASE_RESET 0x00000000u

/* Descriptors of the receive ring; 0: frames that come are dropped. */
#define LAN_RECEIVE_LENGTH_OFFSET 0x10u
#define LAN_RECEIVE_LENGTH_RESET 0x00000000u

/* A write of any value lets the card read the next descriptor of the receive ring now, not when a frame comes. */
#define LAN_RECEIVE_DEMAND_OFFSET 0x14u
#define LAN_RECEIVE_DEMAND_RESET 0x00000000u

/* Causes of interrupts. A bit that is written as 1 is cleared. */
#define LAN_STATUS_OFFSET 0x18u
#define LAN_STATUS_RESET 0x00000000u

/* The causes that raise the interrupt. */
#define LAN_MASK_OFFSET 0x1cu
#define LAN_MASK_RESET 0x00000000u

#ifndef __ASSEMBLER__
#include <stdint.h>

/* One descriptor of a ring: up to two buffers. Receive buffers begin at multiples of 4 B and are whole words long. */
struct lan_descriptor {
  uint32_t status; /* +0: Whose it is, and what became of the frame. */
  uint32_t control; /* +4: What is in the buffers. Written by the host. */
  uint32_t buffer1; /* +8: Host address of the first buffer. */
  uint32_t buffer2; /* +12: Host address of the second buffer. */
};
#define LAN_DESCRIPTOR_SIZE 16u
#define LAN_DESCRIPTOR_STATUS_OWNER_MASK 0x80000000u  /* It is the card's, which gives it back with 0. */
#define LAN_DESCRIPTOR_STATUS_OWNER_SHIFT 31u
#define LAN_DESCRIPTOR_STATUS_DAMAGED_MASK 0x40000000u  /* Received: the frame check is wrong. */
#define LAN_DESCRIPTOR_STATUS_DAMAGED_SHIFT 30u
#define LAN_DESCRIPTOR_STATUS_TOO_LONG_MASK 0x20000000u  /* Received: the buffers did not hold all of it. */
#define LAN_DESCRIPTOR_STATUS_TOO_LONG_SHIFT 29u
#define LAN_DESCRIPTOR_STATUS_CIRCUIT_MASK 0x0fffc000u  /* Of a frame to send, in its first descriptor: the virtual circuit (AAL5). */
#define LAN_DESCRIPTOR_STATUS_CIRCUIT_SHIFT 14u
#define LAN_DESCRIPTOR_STATUS_LENGTH_MASK 0x00003fffu  /* Received: bytes written, without the frame check. */
#define LAN_DESCRIPTOR_STATUS_LENGTH_SHIFT 0u
#define LAN_DESCRIPTOR_CONTROL_FIRST_MASK 0x80000000u  /* To send: a frame begins here. */
#define LAN_DESCRIPTOR_CONTROL_FIRST_SHIFT 31u
#define LAN_DESCRIPTOR_CONTROL_LAST_MASK 0x40000000u  /* To send: the frame ends here. */
#define LAN_DESCRIPTOR_CONTROL_LAST_SHIFT 30u
#define LAN_DESCRIPTOR_CONTROL_INTERRUPT_MASK 0x20000000u  /* To send: an interrupt when the frame has left. */
#define LAN_DESCRIPTOR_CONTROL_INTERRUPT_SHIFT 29u
#define LAN_DESCRIPTOR_CONTROL_END_MASK 0x10000000u  /* The ring goes on at its base. */
#define LAN_DESCRIPTOR_CONTROL_END_SHIFT 28u
#define LAN_DESCRIPTOR_CONTROL_LENGTH2_MASK 0x0fffc000u  /* Bytes of the second buffer; 0: there is none. */
#define LAN_DESCRIPTOR_CONTROL_LENGTH2_SHIFT 14u
#define LAN_DESCRIPTOR_CONTROL_LENGTH1_MASK 0x00003fffu  /* Bytes of the first buffer. */
#define LAN_DESCRIPTOR_CONTROL_LENGTH1_SHIFT 0u

#endif /* __ASSEMBLER__ */

#endif /* FLYBAR_GENERATED_LAN_REGS_H */
