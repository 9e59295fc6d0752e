/* How lwIP is built: IPv4, TCP, UDP and ICMP without threads, timers, or memory of its own. */
#pragma once

#include "node.h"

/* The caller has one thread, and calls the timers. */
#define NO_SYS 1
#define SYS_LIGHTWEIGHT_PROT 0
#define LWIP_TIMERS 0
#define LWIP_NETCONN 0
#define LWIP_SOCKET 0
#define LWIP_STATS 0

/* htons() and its like are those of the machine, also where a file includes both. */
#define LWIP_DONT_PROVIDE_BYTEORDER_FUNCTIONS 1

#define LWIP_IPV6 0
#define LWIP_ARP 0
#define LWIP_ETHERNET 0
#define LWIP_DHCP 0
#define LWIP_AUTOIP 0
#define LWIP_IGMP 0
#define LWIP_DNS 0
#define LWIP_RAW 0
#define LWIP_UDP 1
#define LWIP_ICMP 1
#define SO_REUSE 1

/* From the heap: numbers of control blocks, segments and datagrams (MEMP_NUM_*) limit nothing then.
 */
#define MEM_LIBC_MALLOC 1
#define MEMP_MEM_MALLOC 1
#define MEM_ALIGNMENT 8

/* Custom buffers are frames of the modelled memory. A page may be referenced by many segments. */
#define LWIP_SUPPORT_CUSTOM_PBUF 1
#define LWIP_PBUF_REF_T u16_t
/* No room for a header of the link before that of IP. */
#define PBUF_LINK_HLEN 0
#define PBUF_LINK_ENCAPSULATION_HLEN 0
/* Nothing takes a buffer of this pool; the size that follows from TCP_MSS would not fit 16 bits. */
#define PBUF_POOL_BUFSIZE 2048

#define LWIP_CHECKSUM_CTRL_PER_NETIF 1
#define IP_FRAG 1
#define IP_REASSEMBLY 1
/* Of all datagrams of a node that are incomplete; two buffers to a fragment are usual. */
#define IP_REASS_MAX_PBUFS 256

#define LWIP_TCP 1
/* The most that a packet of IP can carry: the MTU of the interface says what a segment has. */
#define TCP_MSS 65495
#define LWIP_WND_SCALE 1
#define TCP_RCV_SCALE 6
/* A segment is made of what was written, never of more. */
#define TCP_OVERSIZE 0
#define TCP_SND_QUEUELEN 0xfff0
/* For the socket that a connection belongs to, and for what hooks.c knows of it. */
#define LWIP_TCP_PCB_NUM_EXT_ARGS 2
#define LWIP_TCP_KEEPALIVE 1
#define TCP_LISTEN_BACKLOG 1
/* Segments out of order, of a connection: so many full ones, of two buffers each. */
#define TCP_OOSEQ_BYTES_LIMIT(pcb) (flybar_lwip_node.out_of_order * (pcb)->mss)
#define TCP_OOSEQ_PBUFS_LIMIT(pcb) (2u * flybar_lwip_node.out_of_order)
/* The reader has taken two segments, or half the window. lwIP names this where `pcb` is the
 * connection. */
#define TCP_WND_UPDATE_THRESHOLD LWIP_MIN(TCP_WND / 2, 2u * pcb->mss)

#ifdef FLYBAR_LWIP_CONSTANTS
/* The file that checks options by #if sees the greatest values. */
#define TCP_WND (0xffff << TCP_RCV_SCALE)
#define TCP_SND_BUF TCP_WND
#else
/* As above. */
#define TCP_WND (flybar_lwip_window(pcb))
#define TCP_SND_BUF (flybar_lwip_node.window)
#endif
/* They count with segments of TCP_MSS, which no node has. */
#define LWIP_DISABLE_TCP_SANITY_CHECKS 1

#define LWIP_HOOK_FILENAME "hooks.h"
