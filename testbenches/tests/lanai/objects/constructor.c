volatile int value;

__attribute__((constructor)) static void before(void) {
  value = value + 1;
}

int main(void) {
  return value;
}
