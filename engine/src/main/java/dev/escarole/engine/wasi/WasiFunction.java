package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.HostErrors;
import dev.escarole.engine.wasi.Errno.WasiFailure;
import dev.escarole.engine.wasi.PathCalls.LinkCall;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * All functions of WASI preview 1. Unsupported functions, such as those for sockets, return an
 * error.
 */
@SuppressWarnings("ImmutableEnumChecker") // Every body is a stateless function.
public enum WasiFunction {
  ARGS_GET("ii", (w, a) -> w.arguments().store(w.memory(), (int) a[0], (int) a[1])),
  ARGS_SIZES_GET("ii", (w, a) -> w.arguments().storeSizes(w.memory(), (int) a[0], (int) a[1])),
  ENVIRON_GET("ii", (w, a) -> w.environment().store(w.memory(), (int) a[0], (int) a[1])),
  ENVIRON_SIZES_GET("ii", (w, a) -> w.environment().storeSizes(w.memory(), (int) a[0], (int) a[1])),
  CLOCK_RES_GET("ii", (w, a) -> ProcessCalls.clockResolution(w, (int) a[0], (int) a[1])),
  CLOCK_TIME_GET("iIi", (w, a) -> ProcessCalls.clockTime(w, (int) a[0], (int) a[2])),
  FD_ADVISE("iIIi", (w, a) -> DescriptorCalls.advise(w, (int) a[0], range(a), (int) a[3])),
  FD_ALLOCATE("iII", (w, a) -> DescriptorCalls.allocate(w, (int) a[0], range(a))),
  FD_CLOSE("i", (w, a) -> DescriptorCalls.close(w, (int) a[0])),
  FD_DATASYNC("i", (w, a) -> DescriptorCalls.sync(w, (int) a[0], false)),
  FD_FDSTAT_GET("ii", (w, a) -> DescriptorCalls.fdstat(w, (int) a[0], (int) a[1])),
  FD_FDSTAT_SET_FLAGS("ii", (w, a) -> DescriptorCalls.setFlags(w, (int) a[0], (int) a[1])),
  FD_FDSTAT_SET_RIGHTS("iII", (w, a) -> DescriptorCalls.setRights(w, (int) a[0], a[1], a[2])),
  FD_FILESTAT_GET("ii", (w, a) -> DescriptorCalls.stat(w, (int) a[0], (int) a[1])),
  FD_FILESTAT_SET_SIZE("iI", (w, a) -> DescriptorCalls.resize(w, (int) a[0], a[1])),
  FD_FILESTAT_SET_TIMES(
      "iIIi", (w, a) -> DescriptorCalls.setTimes(w, (int) a[0], a[1], a[2], (int) a[3])),
  FD_PREAD("iiiIi", (w, a) -> TransferCalls.readAt(w, (int) a[0], vectors(a, 1), a[3], (int) a[4])),
  FD_PRESTAT_GET("ii", (w, a) -> DescriptorCalls.prestat(w, (int) a[0], (int) a[1])),
  FD_PRESTAT_DIR_NAME(
      "iii", (w, a) -> DescriptorCalls.prestatName(w, (int) a[0], (int) a[1], (int) a[2])),
  FD_PWRITE(
      "iiiIi", (w, a) -> TransferCalls.writeAt(w, (int) a[0], vectors(a, 1), a[3], (int) a[4])),
  FD_READ("iiii", (w, a) -> TransferCalls.read(w, (int) a[0], vectors(a, 1), (int) a[3])),
  FD_READDIR(
      "iiiIi",
      (w, a) -> DescriptorCalls.list(w, (int) a[0], (int) a[1], (int) a[2], a[3], (int) a[4])),
  FD_RENUMBER("ii", (w, a) -> DescriptorCalls.renumber(w, (int) a[0], (int) a[1])),
  FD_SEEK("iIii", (w, a) -> DescriptorCalls.seek(w, (int) a[0], a[1], (int) a[2], (int) a[3])),
  FD_SYNC("i", (w, a) -> DescriptorCalls.sync(w, (int) a[0], true)),
  FD_TELL("ii", (w, a) -> DescriptorCalls.seek(w, (int) a[0], 0, DescriptorCalls.TELL, (int) a[1])),
  FD_WRITE("iiii", (w, a) -> TransferCalls.write(w, (int) a[0], vectors(a, 1), (int) a[3])),
  PATH_CREATE_DIRECTORY(
      "iii", (w, a) -> PathCalls.createDirectory(w, (int) a[0], path(w, a[1], a[2]))),
  PATH_FILESTAT_GET(
      "iiiii",
      (w, a) -> PathCalls.stat(w, (int) a[0], (int) a[1], path(w, a[2], a[3]), (int) a[4])),
  PATH_FILESTAT_SET_TIMES(
      "iiiiIIi",
      (w, a) ->
          PathCalls.setTimes(
              w, (int) a[0], (int) a[1], path(w, a[2], a[3]), FileTimes.read(w, a, 4))),
  PATH_LINK(
      "iiiiiii",
      (w, a) ->
          LinkCall.of(w, (int) a[0], (int) a[1], path(w, a[2], a[3]))
              .link((int) a[4], path(w, a[5], a[6]))),
  PATH_OPEN(
      "iiiiiIIii",
      (w, a) ->
          OpenCall.of(w, (int) a[0], (int) a[1], path(w, a[2], a[3]))
              .open((int) a[4], a[5], (int) a[7], (int) a[8])),
  PATH_READLINK(
      "iiiiii",
      (w, a) ->
          PathCalls.readLink(
              w, (int) a[0], path(w, a[1], a[2]), (int) a[3], (int) a[4], (int) a[5])),
  PATH_REMOVE_DIRECTORY(
      "iii", (w, a) -> PathCalls.removeDirectory(w, (int) a[0], path(w, a[1], a[2]))),
  PATH_RENAME(
      "iiiiii",
      (w, a) ->
          PathCalls.rename(w, (int) a[0], path(w, a[1], a[2]), (int) a[3], path(w, a[4], a[5]))),
  PATH_SYMLINK(
      "iiiii",
      (w, a) -> PathCalls.symlink(w, path(w, a[0], a[1]), (int) a[2], path(w, a[3], a[4]))),
  PATH_UNLINK_FILE("iii", (w, a) -> PathCalls.unlink(w, (int) a[0], path(w, a[1], a[2]))),
  POLL_ONEOFF("iiii", (w, a) -> PollCall.poll(w, (int) a[0], (int) a[1], (int) a[2], (int) a[3])),
  PROC_EXIT(
      "i",
      (w, a) -> {
        throw GuestStop.exited((int) a[0]);
      }),
  PROC_RAISE(
      "i",
      (w, a) -> {
        throw GuestStop.because(GuestStop.Reason.RAISED);
      }),
  RANDOM_GET("ii", (w, a) -> ProcessCalls.random(w, (int) a[0], (int) a[1])),
  SCHED_YIELD(
      "",
      (w, a) -> {
        GuestStop.ifInterrupted();
        return 0;
      }),
  SOCK_ACCEPT("iii", (w, a) -> notASocket(w, a[0])),
  SOCK_RECV("iiiiii", (w, a) -> notASocket(w, a[0])),
  SOCK_SEND("iiiii", (w, a) -> notASocket(w, a[0])),
  SOCK_SHUTDOWN("ii", (w, a) -> notASocket(w, a[0]));

  /** The module under whose name guests import these functions. */
  public static final String MODULE = "wasi_snapshot_preview1";

  private final String importName;
  private final String parameters;
  private final Body body;

  WasiFunction(String parameters, Body body) {
    this.importName = name().toLowerCase(Locale.ROOT);
    this.parameters = parameters;
    this.body = body;
  }

  private interface Body {
    int call(Wasi wasi, long[] arguments) throws WasiFailure, IOException;
  }

  /** Returns the name under which guests import it. */
  public String importName() {
    return importName;
  }

  /** Returns one letter per parameter: {@code i} for 32 bits, {@code I} for 64. */
  public String parameters() {
    return parameters;
  }

  /** Returns whether it returns an error number; only {@code proc_exit} does not return. */
  public boolean answers() {
    return this != PROC_EXIT;
  }

  /**
   * Calls the function.
   *
   * @param wasi the state of the calling guest
   * @param arguments one number per parameter
   * @return an error number, 0 for success
   * @throws GuestStop if the guest stops here
   */
  public int call(Wasi wasi, long[] arguments) {
    if (!staysInside(wasi, arguments)) {
      wasi.reachOut();
    }
    try {
      return body.call(wasi, arguments);
    } catch (GuestFault e) {
      return Errno.FAULT.code();
    } catch (WasiFailure e) {
      return e.errno().code();
    } catch (IOException e) {
      return HostErrors.errno(e).code();
    } catch (UnsupportedOperationException | SecurityException e) {
      return Errno.NOTSUP.code();
    }
  }

  /**
   * Whether this call can only read or change what is part of the invocation. If unknown, it counts
   * as false.
   */
  private boolean staysInside(Wasi wasi, long[] arguments) {
    return switch (this) {
      case ARGS_GET, ARGS_SIZES_GET, ENVIRON_GET, ENVIRON_SIZES_GET -> true;
      case PROC_EXIT, PROC_RAISE, SCHED_YIELD -> true;
      // The directories, their paths and their rights are part of the invocation.
      case FD_PRESTAT_GET, FD_PRESTAT_DIR_NAME, FD_FDSTAT_GET, FD_CLOSE, FD_RENUMBER -> true;
      case FD_READ, FD_WRITE, FD_SEEK, FD_TELL, FD_FILESTAT_GET ->
          !wasi.descriptors().isOfHost((int) arguments[0]);
      case CLOCK_RES_GET, CLOCK_TIME_GET, POLL_ONEOFF, RANDOM_GET -> false;
      case FD_ADVISE, FD_ALLOCATE, FD_DATASYNC, FD_FDSTAT_SET_FLAGS, FD_FDSTAT_SET_RIGHTS -> false;
      case FD_FILESTAT_SET_SIZE, FD_FILESTAT_SET_TIMES, FD_PREAD, FD_PWRITE, FD_READDIR -> false;
      case FD_SYNC, PATH_CREATE_DIRECTORY, PATH_FILESTAT_GET, PATH_FILESTAT_SET_TIMES -> false;
      case PATH_LINK, PATH_OPEN, PATH_READLINK, PATH_REMOVE_DIRECTORY, PATH_RENAME -> false;
      case PATH_SYMLINK, PATH_UNLINK_FILE -> false;
      case SOCK_ACCEPT, SOCK_RECV, SOCK_SEND, SOCK_SHUTDOWN -> false;
    };
  }

  private static String path(Wasi wasi, long address, long length) throws WasiFailure {
    return GuestText.path(wasi.memory(), (int) address, (int) length);
  }

  private static DescriptorCalls.Range range(long[] arguments) {
    return new DescriptorCalls.Range(arguments[1], arguments[2]);
  }

  private static TransferCalls.Vectors vectors(long[] arguments, int first) {
    return new TransferCalls.Vectors((int) arguments[first], (int) arguments[first + 1]);
  }

  private static int notASocket(Wasi wasi, long descriptor) throws WasiFailure {
    wasi.descriptors().get((int) descriptor);
    throw Errno.NOTSOCK.failure();
  }

  /** The calls for clocks and random numbers. */
  static final class ProcessCalls {

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

  /** Reads paths from a guest's memory. */
  static final class GuestText {

    private static final int LONGEST = 16 * 1024;

    private GuestText() {}

    /** Reads a path, which must be UTF-8 without a NUL. */
    static String path(GuestMemory memory, int address, int length) throws WasiFailure {
      memory.check(address, length);
      if (length > LONGEST) {
        throw Errno.NAMETOOLONG.failure();
      }
      byte[] bytes = new byte[length];
      memory.load(address, bytes, 0, length);
      try {
        String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        if (text.indexOf('\0') >= 0) {
          throw Errno.INVAL.failure();
        }
        return text;
      } catch (CharacterCodingException e) {
        throw Errno.ILSEQ.failure();
      }
    }
  }
}
