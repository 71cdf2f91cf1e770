package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.FileStat.FileType;
import dev.escarole.engine.wasi.Wasi.GuestOutput;

/** Standard output or standard error. */
final class OutputStreamDescriptor extends Descriptor {

  private final GuestOutput output;

  OutputStreamDescriptor(GuestOutput output) {
    this.output = output;
  }

  @Override
  FileType type() {
    return FileType.UNKNOWN;
  }

  @Override
  long givenRights() {
    return Rights.OUTPUT;
  }

  @Override
  int write(GuestMemory memory, int address, int length) {
    return output.write(memory, address, length);
  }
}
