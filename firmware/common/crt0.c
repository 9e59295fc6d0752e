/* Start-up. This text comes first in the image, so that the chip begins with it at address 0.
 * The loader defines __bss_start, __bss_end, __heap_start and __stack_top (the size of SRAM).
 *
 * Frames need a stack pointer that is a multiple of 8 at every call: 64-bit objects are addressed
 * with `or`. When main returns, the chip stays at firmware_halt, where a run can be told to stop.
 */
__asm__(
    "        .text\n"
    "        .globl  _start\n"
    "_start:\n"
    "        mov     __stack_top, %sp\n"
    "        mov     __stack_top, %fp\n"
    "        mov     __bss_start, %r6\n"
    "        mov     __bss_end, %r7\n"
    ".Lclear:\n"
    "        sub.f   %r7, %r6, %r0\n"
    "        beq     .Lcleared\n"
    "        nop\n"
    "        st      %r0, 0[%r6]\n"
    "        bt      .Lclear\n"
    "        add     %r6, 4, %r6\n"
    ".Lcleared:\n"
    "        add     %pc, 0x10, %rca\n"
    "        st      %rca, [--%sp]\n"
    "        bt      main\n"
    "        nop\n"
    "        .globl  firmware_halt\n"
    "firmware_halt:\n"
    "        bt      firmware_halt\n"
    "        nop\n");
