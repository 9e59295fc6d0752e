volatile int value;

__attribute__((destructor)) static void after(void) {
  value = value + 1;
}

int main(void) {
  return value;
}
