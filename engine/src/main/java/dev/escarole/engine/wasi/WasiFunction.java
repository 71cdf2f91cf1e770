package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import dev.escarole.engine.wasi.GuestMemory.GuestFault;
import java.io.IOException;
import java.util.Locale;

/**
 * All functions of WASI preview 1. Unsupported functions, such as those for sockets, return an
 * error.
 */
@SuppressWarnings("ImmutableEnumChecker") // Every body is a stateless function.
public enum WasiFunction {
  ARGS_GET("ii", (w, a) -> w.arguments.store(w.memory, (int) a[0], (int) a[1])),
  ARGS_SIZES_GET("ii", (w, a) -> w.arguments.storeSizes(w.memory, (int) a[0], (int) a[1])),
  ENVIRON_GET("ii", (w, a) -> w.environment.store(w.memory, (int) a[0], (int) a[1])),
  ENVIRON_SIZES_GET("ii", (w, a) -> w.environment.storeSizes(w.memory, (int) a[0], (int) a[1])),
  CLOCK_RES_GET("ii", (w, a) -> w.memory.storeLong((int) a[1], Clocks.resolution((int) a[0]))),
  CLOCK_TIME_GET("iIi", (w, a) -> w.memory.storeLong((int) a[2], w.clocks.time((int) a[0]))),
  FD_ADVISE("iIIi", DescriptorCalls::advise),
  FD_ALLOCATE("iII", DescriptorCalls::allocate),
  FD_CLOSE("i", (w, a) -> w.descriptors.close((int) a[0])),
  FD_DATASYNC("i", (w, a) -> w.descriptors.get(a[0], Rights.FD_DATASYNC).sync(false)),
  FD_FDSTAT_GET("ii", DescriptorCalls::fdstat),
  FD_FDSTAT_SET_FLAGS("ii", DescriptorCalls::setFlags),
  // Rights follow from the grant and the open flags; a guest can only drop some.
  FD_FDSTAT_SET_RIGHTS("iII", (w, a) -> w.descriptors.get(a[0]).keepRights(a[1], a[2])),
  FD_FILESTAT_GET("ii", DescriptorCalls::stat),
  FD_FILESTAT_SET_SIZE(
      "iI", (w, a) -> w.descriptors.get(a[0], Rights.FD_FILESTAT_SET_SIZE).resize(a[1])),
  FD_FILESTAT_SET_TIMES("iIIi", DescriptorCalls::setTimes),
  FD_PREAD("iiiIi", TransferCalls::readAt),
  FD_PRESTAT_GET("ii", DescriptorCalls::prestat),
  FD_PRESTAT_DIR_NAME("iii", DescriptorCalls::prestatName),
  FD_PWRITE("iiiIi", TransferCalls::writeAt),
  FD_READ("iiii", TransferCalls::read),
  FD_READDIR("iiiIi", DescriptorCalls::list),
  FD_RENUMBER("ii", (w, a) -> w.descriptors.renumber((int) a[0], (int) a[1])),
  FD_SEEK("iIii", (w, a) -> DescriptorCalls.seek(w, a[0], a[1], (int) a[2], (int) a[3])),
  FD_SYNC("i", (w, a) -> w.descriptors.get(a[0], Rights.FD_SYNC).sync(true)),
  FD_TELL("ii", (w, a) -> DescriptorCalls.seek(w, a[0], 0, DescriptorCalls.TELL, (int) a[1])),
  FD_WRITE("iiii", TransferCalls::write),
  PATH_CREATE_DIRECTORY("iii", PathCalls::createDirectory),
  PATH_FILESTAT_GET("iiiii", PathCalls::stat),
  PATH_FILESTAT_SET_TIMES("iiiiIIi", PathCalls::setTimes),
  PATH_LINK("iiiiiii", PathCalls::link),
  PATH_OPEN("iiiiiIIii", OpenCall::open),
  PATH_READLINK("iiiiii", PathCalls::readLink),
  PATH_REMOVE_DIRECTORY("iii", PathCalls::removeDirectory),
  PATH_RENAME("iiiiii", PathCalls::rename),
  PATH_SYMLINK("iiiii", PathCalls::symlink),
  PATH_UNLINK_FILE("iii", PathCalls::unlink),
  POLL_ONEOFF("iiii", PollCall::poll),
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
  RANDOM_GET("ii", (w, a) -> w.random((int) a[0], (int) a[1])),
  SCHED_YIELD("", (w, a) -> GuestStop.ifInterrupted()),
  SOCK_ACCEPT("iii", (w, a) -> w.descriptors.mustBeSocket(a[0])),
  SOCK_RECV("iiiiii", (w, a) -> w.descriptors.mustBeSocket(a[0])),
  SOCK_SEND("iiiii", (w, a) -> w.descriptors.mustBeSocket(a[0])),
  SOCK_SHUTDOWN("ii", (w, a) -> w.descriptors.mustBeSocket(a[0]));

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
    void call(Wasi wasi, long[] arguments) throws WasiFailure, IOException;
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
      body.call(wasi, arguments);
      return 0;
    } catch (GuestFault e) {
      return Errno.FAULT.code();
    } catch (WasiFailure e) {
      return e.errno().code();
    } catch (IOException e) {
      return Errno.of(e).code();
    } catch (UnsupportedOperationException | SecurityException e) {
      return Errno.NOTSUP.code();
    }
  }

  /** Whether this call can only read or change what is part of the invocation. */
  private boolean staysInside(Wasi wasi, long[] arguments) {
    return switch (this) {
      case ARGS_GET, ARGS_SIZES_GET, ENVIRON_GET, ENVIRON_SIZES_GET -> true;
      case PROC_EXIT, PROC_RAISE, SCHED_YIELD -> true;
      // The directories, their paths and their rights are part of the invocation.
      case FD_PRESTAT_GET, FD_PRESTAT_DIR_NAME, FD_FDSTAT_GET, FD_CLOSE, FD_RENUMBER -> true;
      case FD_READ, FD_WRITE, FD_SEEK, FD_TELL, FD_FILESTAT_GET ->
          !wasi.descriptors.isOfHost(arguments[0]);
      default -> false;
    };
  }
}
