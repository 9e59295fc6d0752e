int shared[10];
