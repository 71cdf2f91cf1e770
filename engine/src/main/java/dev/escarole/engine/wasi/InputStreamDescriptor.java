package dev.escarole.engine.wasi;

/** Standard input: bytes that were there before the guest started. */
final class InputStreamDescriptor extends Descriptor {

  private final byte[] bytes;
  private int position;

  InputStreamDescriptor(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  FileType type() {
    return FileType.UNKNOWN;
  }

  @Override
  long givenRights() {
    return Rights.INPUT;
  }

  @Override
  int read(GuestMemory memory, int address, int length) {
    int count = Math.min(length, bytes.length - position);
    memory.store(address, bytes, position, count);
    position += count;
    return count;
  }

  /** How many bytes are left to read. */
  int available() {
    return bytes.length - position;
  }
}
