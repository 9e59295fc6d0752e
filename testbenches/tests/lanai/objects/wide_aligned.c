__attribute__((aligned(65536))) int aligned = 1;

int main(void) {
  return aligned;
}
