        .data
        .globl  __stack_top
__stack_top:
        .long   0
