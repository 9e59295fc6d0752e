/* Generated from models/layouts/lanai.regs.toml by scripts/generate. Edit the source, not this file. */
#ifndef FLYBAR_GENERATED_LANAI_REGS_H
#define FLYBAR_GENERATED_LANAI_REGS_H
/* clang-format off */

/* Address of the first special register for the chip's own processor. */
#define LANAI_REGISTER_BASE 0xffffff00u

/* Bytes of register space. */
#define LANAI_REGISTER_SPACE 0x100u

/* TIMEOUT: the network may block a packet for 1/16 s. */
#define LANAI_TIMEOUT_SIXTEENTH_SECOND 0x0u

/* TIMEOUT: the network may block a packet for 1/4 s. */
#define LANAI_TIMEOUT_QUARTER_SECOND 0x1u

/* TIMEOUT: the network may block a packet for 1 s (inferred). */
#define LANAI_TIMEOUT_ONE_SECOND 0x2u

/* TIMEOUT: the network may block a packet for 4 s. */
#define LANAI_TIMEOUT_FOUR_SECONDS 0x3u

/* Context 0: instruction being fetched. Not modelled, reads as written. */
#define LANAI_IPF0_OFFSET 0x00u
#define LANAI_IPF0_RESET 0x00000000u

/* Context 0: current instruction. Not modelled, reads as written. */
#define LANAI_CUR0_OFFSET 0x04u
#define LANAI_CUR0_RESET 0x00000000u

/* Context 0: previous instruction. Not modelled, reads as written. */
#define LANAI_PREV0_OFFSET 0x08u
#define LANAI_PREV0_RESET 0x00000000u

/* Context 0: memory data. Not modelled, reads as written. */
#define LANAI_DATA0_OFFSET 0x0cu
#define LANAI_DATA0_RESET 0x00000000u

/* Context 0: data fetch state. Not modelled, reads as written. */
#define LANAI_DPF0_OFFSET 0x10u
#define LANAI_DPF0_RESET 0x00000000u

/* Context 1: instruction being fetched. Not modelled, reads as written. */
#define LANAI_IPF1_OFFSET 0x14u
#define LANAI_IPF1_RESET 0x00000000u

/* Context 1: current instruction. Not modelled, reads as written. */
#define LANAI_CUR1_OFFSET 0x18u
#define LANAI_CUR1_RESET 0x00000000u

/* Context 1: previous instruction. Not modelled, reads as written. */
#define LANAI_PREV1_OFFSET 0x1cu
#define LANAI_PREV1_RESET 0x00000000u

/* Context 1: memory data. Not modelled, reads as written. */
#define LANAI_DATA1_OFFSET 0x20u
#define LANAI_DATA1_RESET 0x00000000u

/* Context 1: data fetch state. Not modelled, reads as written. */
#define LANAI_DPF1_OFFSET 0x24u
#define LANAI_DPF1_RESET 0x00000000u

/* Interrupt status. The real chip's processor has it in r31; compiled firmware reaches it here. */
#define LANAI_ISR_OFFSET 0x28u
#define LANAI_ISR_RESET 0x00002000u
#define LANAI_ISR_DBG_MASK 0x80000000u  /* Debug. */
#define LANAI_ISR_DBG_SHIFT 31u
#define LANAI_ISR_HOST_SIG_MASK 0x40000000u  /* Signal to the host: the chip's processor sets it by writing 1, the host clears it by writing 1. */
#define LANAI_ISR_HOST_SIG_SHIFT 30u
#define LANAI_ISR_LAN7_SIG_MASK 0x00800000u  /* Signal 7 from the host: the host sets it by writing 1. */
#define LANAI_ISR_LAN7_SIG_SHIFT 23u
#define LANAI_ISR_LAN6_SIG_MASK 0x00400000u  /* Signal 6 from the host: the host sets it by writing 1. */
#define LANAI_ISR_LAN6_SIG_SHIFT 22u
#define LANAI_ISR_LAN5_SIG_MASK 0x00200000u  /* Signal 5 from the host: the host sets it by writing 1. */
#define LANAI_ISR_LAN5_SIG_SHIFT 21u
#define LANAI_ISR_LAN4_SIG_MASK 0x00100000u  /* Signal 4 from the host: the host sets it by writing 1. */
#define LANAI_ISR_LAN4_SIG_SHIFT 20u
#define LANAI_ISR_LAN3_SIG_MASK 0x00080000u  /* Signal 3 from the host: the host sets it by writing 1. */
#define LANAI_ISR_LAN3_SIG_SHIFT 19u
#define LANAI_ISR_LAN2_SIG_MASK 0x00040000u  /* Signal 2 from the host: the host sets it by writing 1. */
#define LANAI_ISR_LAN2_SIG_SHIFT 18u
#define LANAI_ISR_LAN1_SIG_MASK 0x00020000u  /* Signal 1 from the host: the host sets it by writing 1. */
#define LANAI_ISR_LAN1_SIG_SHIFT 17u
#define LANAI_ISR_LAN0_SIG_MASK 0x00010000u  /* Signal 0 from the host: the host sets it by writing 1. */
#define LANAI_ISR_LAN0_SIG_SHIFT 16u
#define LANAI_ISR_WORD_RDY_MASK 0x00008000u  /* At least 4 bytes wait in the packet interface. */
#define LANAI_ISR_WORD_RDY_SHIFT 15u
#define LANAI_ISR_HALF_RDY_MASK 0x00004000u  /* At least 2 bytes wait in the packet interface. */
#define LANAI_ISR_HALF_RDY_SHIFT 14u
#define LANAI_ISR_SEND_RDY_MASK 0x00002000u  /* The packet interface can start a new packet. */
#define LANAI_ISR_SEND_RDY_SHIFT 13u
#define LANAI_ISR_LINK_MASK 0x00001000u  /* Reserved on 4.x (open link timeout on 3.x). */
#define LANAI_ISR_LINK_SHIFT 12u
#define LANAI_ISR_NRES_MASK 0x00000800u  /* A forward reset was received. */
#define LANAI_ISR_NRES_SHIFT 11u
#define LANAI_ISR_WAKE_MASK 0x00000400u  /* The host's wake pin. */
#define LANAI_ISR_WAKE_SHIFT 10u
#define LANAI_ISR_ORUN_MASK 0x00000300u  /* OFF_BY_2, OFF_BY_1: unused bytes in the last word of the packet received. Valid with RECV. */
#define LANAI_ISR_ORUN_SHIFT 8u
#define LANAI_ISR_TAIL_MASK 0x00000080u  /* A tail was consumed by RB, RH or RW. */
#define LANAI_ISR_TAIL_SHIFT 7u
#define LANAI_ISR_WDOG_MASK 0x00000040u  /* Watchdog. */
#define LANAI_ISR_WDOG_SHIFT 6u
#define LANAI_ISR_TIME_MASK 0x00000020u  /* The interval timer IT passed zero. */
#define LANAI_ISR_TIME_SHIFT 5u
#define LANAI_ISR_DMA_MASK 0x00000010u  /* The host DMA has finished. Cleared by writing DMA_CTR. */
#define LANAI_ISR_DMA_SHIFT 4u
#define LANAI_ISR_SEND_MASK 0x00000008u  /* The send DMA has reached its limit. Cleared by writing SML or SMLT. */
#define LANAI_ISR_SEND_SHIFT 3u
#define LANAI_ISR_BUFF_MASK 0x00000004u  /* RMP has reached RML. Cleared by writing RML. */
#define LANAI_ISR_BUFF_SHIFT 2u
#define LANAI_ISR_RECV_MASK 0x00000002u  /* A tail was received into memory. Cleared by writing RML. */
#define LANAI_ISR_RECV_SHIFT 1u
#define LANAI_ISR_BYTE_RDY_MASK 0x00000001u  /* At least 1 byte waits in the packet interface. */
#define LANAI_ISR_BYTE_RDY_SHIFT 0u

/* Mask of the interrupt line to the host: it is asserted while ISR & EIMR is not zero. */
#define LANAI_EIMR_OFFSET 0x2cu
#define LANAI_EIMR_RESET 0x00000000u
#define LANAI_EIMR_DBG_MASK 0x80000000u  /* Debug. */
#define LANAI_EIMR_DBG_SHIFT 31u
#define LANAI_EIMR_HOST_SIG_MASK 0x40000000u  /* Signal to the host: the chip's processor sets it by writing 1, the host clears it by writing 1. */
#define LANAI_EIMR_HOST_SIG_SHIFT 30u
#define LANAI_EIMR_LAN7_SIG_MASK 0x00800000u  /* Signal 7 from the host: the host sets it by writing 1. */
#define LANAI_EIMR_LAN7_SIG_SHIFT 23u
#define LANAI_EIMR_LAN6_SIG_MASK 0x00400000u  /* Signal 6 from the host: the host sets it by writing 1. */
#define LANAI_EIMR_LAN6_SIG_SHIFT 22u
#define LANAI_EIMR_LAN5_SIG_MASK 0x00200000u  /* Signal 5 from the host: the host sets it by writing 1. */
#define LANAI_EIMR_LAN5_SIG_SHIFT 21u
#define LANAI_EIMR_LAN4_SIG_MASK 0x00100000u  /* Signal 4 from the host: the host sets it by writing 1. */
#define LANAI_EIMR_LAN4_SIG_SHIFT 20u
#define LANAI_EIMR_LAN3_SIG_MASK 0x00080000u  /* Signal 3 from the host: the host sets it by writing 1. */
#define LANAI_EIMR_LAN3_SIG_SHIFT 19u
#define LANAI_EIMR_LAN2_SIG_MASK 0x00040000u  /* Signal 2 from the host: the host sets it by writing 1. */
#define LANAI_EIMR_LAN2_SIG_SHIFT 18u
#define LANAI_EIMR_LAN1_SIG_MASK 0x00020000u  /* Signal 1 from the host: the host sets it by writing 1. */
#define LANAI_EIMR_LAN1_SIG_SHIFT 17u
#define LANAI_EIMR_LAN0_SIG_MASK 0x00010000u  /* Signal 0 from the host: the host sets it by writing 1. */
#define LANAI_EIMR_LAN0_SIG_SHIFT 16u
#define LANAI_EIMR_WORD_RDY_MASK 0x00008000u  /* At least 4 bytes wait in the packet interface. */
#define LANAI_EIMR_WORD_RDY_SHIFT 15u
#define LANAI_EIMR_HALF_RDY_MASK 0x00004000u  /* At least 2 bytes wait in the packet interface. */
#define LANAI_EIMR_HALF_RDY_SHIFT 14u
#define LANAI_EIMR_SEND_RDY_MASK 0x00002000u  /* The packet interface can start a new packet. */
#define LANAI_EIMR_SEND_RDY_SHIFT 13u
#define LANAI_EIMR_LINK_MASK 0x00001000u  /* Reserved on 4.x (open link timeout on 3.x). */
#define LANAI_EIMR_LINK_SHIFT 12u
#define LANAI_EIMR_NRES_MASK 0x00000800u  /* A forward reset was received. */
#define LANAI_EIMR_NRES_SHIFT 11u
#define LANAI_EIMR_WAKE_MASK 0x00000400u  /* The host's wake pin. */
#define LANAI_EIMR_WAKE_SHIFT 10u
#define LANAI_EIMR_ORUN_MASK 0x00000300u  /* OFF_BY_2, OFF_BY_1: unused bytes in the last word of the packet received. Valid with RECV. */
#define LANAI_EIMR_ORUN_SHIFT 8u
#define LANAI_EIMR_TAIL_MASK 0x00000080u  /* A tail was consumed by RB, RH or RW. */
#define LANAI_EIMR_TAIL_SHIFT 7u
#define LANAI_EIMR_WDOG_MASK 0x00000040u  /* Watchdog. */
#define LANAI_EIMR_WDOG_SHIFT 6u
#define LANAI_EIMR_TIME_MASK 0x00000020u  /* The interval timer IT passed zero. */
#define LANAI_EIMR_TIME_SHIFT 5u
#define LANAI_EIMR_DMA_MASK 0x00000010u  /* The host DMA has finished. Cleared by writing DMA_CTR. */
#define LANAI_EIMR_DMA_SHIFT 4u
#define LANAI_EIMR_SEND_MASK 0x00000008u  /* The send DMA has reached its limit. Cleared by writing SML or SMLT. */
#define LANAI_EIMR_SEND_SHIFT 3u
#define LANAI_EIMR_BUFF_MASK 0x00000004u  /* RMP has reached RML. Cleared by writing RML. */
#define LANAI_EIMR_BUFF_SHIFT 2u
#define LANAI_EIMR_RECV_MASK 0x00000002u  /* A tail was received into memory. Cleared by writing RML. */
#define LANAI_EIMR_RECV_SHIFT 1u
#define LANAI_EIMR_BYTE_RDY_MASK 0x00000001u  /* At least 1 byte waits in the packet interface. */
#define LANAI_EIMR_BYTE_RDY_SHIFT 0u

/* Interval timer: counts down every 0.5 us; passing zero sets ISR.TIME and goes on from 0xFFFFFFFF. */
#define LANAI_IT_OFFSET 0x30u
#define LANAI_IT_RESET 0x00000000u

/* Real-time clock: counts up every 0.5 us. */
#define LANAI_RTC_OFFSET 0x34u
#define LANAI_RTC_RESET 0x00000000u

/* Ones-complement internet checksum of host DMA data. Not modelled, reads as written. */
#define LANAI_CKS_OFFSET 0x38u
#define LANAI_CKS_RESET 0x00000000u

/* Host DMA: host (PCI) byte address, advances by 4. */
#define LANAI_EAR_OFFSET 0x3cu
#define LANAI_EAR_RESET 0x00000000u

/* Host DMA: local SRAM byte address, advances by 4. */
#define LANAI_LAR_OFFSET 0x40u
#define LANAI_LAR_RESET 0x00000000u

/* Host DMA: bytes left. Writing it starts the transfer; reading it tells the progress. */
#define LANAI_DMA_CTR_OFFSET 0x44u
#define LANAI_DMA_CTR_RESET 0x00000000u

/* Receive DMA: address of the next word, advances by 4 as words arrive. */
#define LANAI_RMP_OFFSET 0x48u
#define LANAI_RMP_RESET 0x00000000u

/* Receive DMA: address of the last word of the buffer. Writing it arms the receive. */
#define LANAI_RML_OFFSET 0x4cu
#define LANAI_RML_RESET 0x00000000u

/* Send DMA: address of the next word, advances by 4. */
#define LANAI_SMP_OFFSET 0x50u
#define LANAI_SMP_RESET 0x00000000u

/* Send DMA: address of the last word. Writing it starts the send and leaves the packet open. */
#define LANAI_SML_OFFSET 0x54u
#define LANAI_SML_RESET 0x00000000u

/* Send DMA: address of the last word. Writing it starts the send; CRC and tail close the packet. */
#define LANAI_SMLT_OFFSET 0x58u
#define LANAI_SMLT_RESET 0x00000000u

/* Pops a byte from the packet interface. */
#define LANAI_RB_OFFSET 0x60u
#define LANAI_RB_RESET 0x00000000u

/* Pops a half word from the packet interface. */
#define LANAI_RH_OFFSET 0x64u
#define LANAI_RH_RESET 0x00000000u

/* Pops a word from the packet interface. */
#define LANAI_RW_OFFSET 0x68u
#define LANAI_RW_RESET 0x00000000u

/* Send align: leading bytes of the first word that the next send DMA skips. */
#define LANAI_SA_OFFSET 0x6cu
#define LANAI_SA_RESET 0x00000000u
#define LANAI_SA_SKIP_MASK 0x00000003u  /* Bytes to skip. */
#define LANAI_SA_SKIP_SHIFT 0u

/* Pushes a byte into the packet interface. */
#define LANAI_SB_OFFSET 0x70u
#define LANAI_SB_RESET 0x00000000u

/* Pushes a half word into the packet interface. */
#define LANAI_SH_OFFSET 0x74u
#define LANAI_SH_RESET 0x00000000u

/* Pushes a word into the packet interface. */
#define LANAI_SW_OFFSET 0x78u
#define LANAI_SW_RESET 0x00000000u

/* Pushes a tail into the packet interface. */
#define LANAI_ST_OFFSET 0x7cu
#define LANAI_ST_RESET 0x00000000u

/* Host DMA: direction. */
#define LANAI_DMA_DIR_OFFSET 0x80u
#define LANAI_DMA_DIR_RESET 0x00000000u
#define LANAI_DMA_DIR_E2L_MASK 0x00000001u  /* 1: from the host to SRAM; 0: from SRAM to the host. */
#define LANAI_DMA_DIR_E2L_SHIFT 0u

/* Host DMA: burst sizes that are allowed. PCI firmware enables all. */
#define LANAI_DMA_STS_OFFSET 0x84u
#define LANAI_DMA_STS_RESET 0x0000000fu
#define LANAI_DMA_STS_BURST_16_MASK 0x00000008u  /* 16-word bursts. */
#define LANAI_DMA_STS_BURST_16_SHIFT 3u
#define LANAI_DMA_STS_BURST_8_MASK 0x00000004u  /* 8-word bursts. */
#define LANAI_DMA_STS_BURST_8_SHIFT 2u
#define LANAI_DMA_STS_BURST_4_MASK 0x00000002u  /* 4-word bursts. */
#define LANAI_DMA_STS_BURST_4_SHIFT 1u
#define LANAI_DMA_STS_BURST_2_MASK 0x00000001u  /* 2-word bursts. */
#define LANAI_DMA_STS_BURST_2_SHIFT 0u

/* How long the network may block a packet. */
#define LANAI_TIMEOUT_OFFSET 0x88u
#define LANAI_TIMEOUT_RESET 0x00000000u
#define LANAI_TIMEOUT_PERIOD_MASK 0x00000003u  /* 0: 1/16 s, 1: 1/4 s, 2: 1 s (inferred), 3: 4 s. */
#define LANAI_TIMEOUT_PERIOD_SHIFT 0u

/* Link options. */
#define LANAI_MYRINET_OFFSET 0x8cu
#define LANAI_MYRINET_RESET 0x00000000u
#define LANAI_MYRINET_NRES_ENABLE_MASK 0x00000001u  /* A forward reset resets the chip. */
#define LANAI_MYRINET_NRES_ENABLE_SHIFT 0u
#define LANAI_MYRINET_CRC_ENABLE_MASK 0x00000002u  /* CRC-8 is appended on send; on receive the stored CRC byte is 0 when good. */
#define LANAI_MYRINET_CRC_ENABLE_SHIFT 1u

/* Hardware debugging. No effect in the model. */
#define LANAI_HW_DBUG_OFFSET 0x90u
#define LANAI_HW_DBUG_RESET 0x00000000u

/* Board lamp. */
#define LANAI_LED_OFFSET 0x94u
#define LANAI_LED_RESET 0x00000000u
#define LANAI_LED_ON_MASK 0x00000001u  /* Lamp on (which value lights it is inferred). */
#define LANAI_LED_ON_SHIFT 0u

/* Link interface configuration; firmware writes 3 on 4.1 and later. */
#define LANAI_VERSION_OFFSET 0x98u
#define LANAI_VERSION_RESET 0x00000000u

/* Memory protection and link activation (also called ACTIVATE). */
#define LANAI_WRITE_ENABLE_OFFSET 0x9cu
#define LANAI_WRITE_ENABLE_RESET 0x00000000u

/* Phase constant from the EEPROM, written by the host before it starts the chip. */
#define LANAI_CLOCK_OFFSET 0xfcu
#define LANAI_CLOCK_RESET 0x00000000u

#endif /* FLYBAR_GENERATED_LANAI_REGS_H */
