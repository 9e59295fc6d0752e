int shared[2];
