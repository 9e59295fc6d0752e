! Calls main with a stack whose frames are multiples of 8, and stays at `halt` afterwards.
        .section .text.start,"ax",@progbits
        .globl  _start
_start:
        mov     hi(__stack_top), %r6
        or      %r6, lo(__stack_top), %r6
        add     %r6, 0, %sp
        add     %r6, 0, %fp
        add     %pc, 0x10, %rca
        st      %rca, [--%sp]
        bt      main
        nop
        .globl  halt
halt:
        bt      halt
        nop
