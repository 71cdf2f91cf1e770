package dev.escarole.engine.wasi;

/** The calls about time and chance. */
final class ProcessCalls {

  private static final int CHUNK = 64 * 1024;

  private ProcessCalls() {}

  static int clockResolution(Wasi wasi, int clock, int result) throws WasiFailure {
    wasi.memory().storeLong(result, Clocks.resolution(clock));
    return 0;
  }

  static int clockTime(Wasi wasi, int clock, int result) throws WasiFailure {
    wasi.memory().storeLong(result, wasi.clocks().time(clock));
    return 0;
  }

  static int random(Wasi wasi, int address, int length) {
    GuestMemory memory = wasi.memory();
    memory.check(address, length);
    byte[] chunk = new byte[Math.min(CHUNK, length)];
    for (int done = 0; done < length; done += chunk.length) {
      GuestStop.ifInterrupted();
      wasi.random(chunk);
      memory.store(address + done, chunk, 0, Math.min(chunk.length, length - done));
    }
    return 0;
  }
}
