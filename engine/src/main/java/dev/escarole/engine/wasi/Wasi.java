package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.host.HostDirectory;
import java.security.SecureRandom;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One guest's side of WASI: its memory, arguments, environment, descriptors and clocks. The
 * functions that a guest imports are {@link WasiFunction}s and work on such an object.
 *
 * <p>Belongs to one instance and is confined to the thread that runs it. Close it when the guest
 * has ended, however it ended.
 */
public final class Wasi implements AutoCloseable {

  /** How many buffers or subscriptions one call may pass. */
  static final int MOST_VECTORS = 1024;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final GuestMemory memory;
  private final GuestStrings arguments;
  private final GuestStrings environment;
  private final Clocks clocks;
  private final QuotaMeter meter;
  private final DescriptorTable descriptors;
  private final GuestWait wait;
  private boolean pure = true;

  /** What a guest is given. Arrays and lists are not copied and must not change. */
  public static final class Setup {
    private final List<String> arguments;
    private final List<String> environment;
    private final List<byte[]> stdin;
    private final GuestOutput stdout;
    private final GuestOutput stderr;
    private final List<Preopen> preopens;
    private @Nullable GuestInput rest;
    private long inputLimit = Long.MAX_VALUE;
    private FileGuard guard = FileGuard.OPEN;
    private GuestWait wait = GuestWait.ALONE;
    private @Nullable WorkingDirectory start;

    /**
     * Collects what a guest is given.
     *
     * @param arguments the name it is called by and its arguments, without NUL characters
     * @param environment lines of the form {@code NAME=value}, without NUL characters
     * @param stdin standard input, in arrays that follow each other, none of them empty; more of it
     *     may come later
     * @param stdout takes standard output
     * @param stderr takes standard error
     * @param preopens the granted directories; they get the numbers from 3 on. The first one is
     *     also where relative paths begin, unless the guest starts elsewhere
     */
    public Setup(
        List<String> arguments,
        List<String> environment,
        List<byte[]> stdin,
        GuestOutput stdout,
        GuestOutput stderr,
        List<Preopen> preopens) {
      this.arguments = arguments;
      this.environment = environment;
      this.stdin = stdin;
      this.stdout = stdout;
      this.stderr = stderr;
      this.preopens = preopens;
    }

    /**
     * Lets more of standard input come while the guest runs.
     *
     * @param limit how many bytes of input the guest may have in all before it is ended
     */
    public Setup followedBy(GuestInput more, long limit) {
      this.rest = more;
      this.inputLimit = limit;
      return this;
    }

    /** Lets relative paths begin here. */
    public Setup startingIn(WorkingDirectory value) {
      this.start = value;
      return this;
    }

    /** Tells of the guest's waits. */
    public Setup waitingThrough(GuestWait value) {
      this.wait = value;
      return this;
    }

    /** Lets the guest pass here before it first looks at a granted directory. */
    public Setup guardedBy(FileGuard value) {
      this.guard = value;
      return this;
    }
  }

  /**
   * Sets a guest up.
   *
   * @throws IllegalArgumentException if there are more granted directories than descriptors
   */
  public Wasi(GuestMemory memory, Setup setup, FileQuota quota, Clocks clocks) {
    this.memory = memory;
    this.arguments = new GuestStrings(setup.arguments);
    this.environment = new GuestStrings(setup.environment);
    this.clocks = clocks;
    this.wait = setup.wait;
    this.meter = new QuotaMeter(quota);
    this.descriptors = new DescriptorTable(quota.descriptors());
    try {
      open(setup);
    } catch (WasiFailure e) {
      throw new IllegalArgumentException(
          setup.preopens.size() + " granted directories are more than the descriptors allowed", e);
    }
  }

  private void open(Setup setup) throws WasiFailure {
    descriptors.add(new InputStreamDescriptor(setup.stdin, setup.rest, setup.inputLimit));
    descriptors.add(new OutputStreamDescriptor(setup.stdout));
    descriptors.add(new OutputStreamDescriptor(setup.stderr));
    Grant first = null;
    for (Preopen preopen : setup.preopens) {
      Grant grant = new Grant(preopen, setup.preopens, setup.guard);
      first = first == null ? grant : first;
      descriptors.add(DirectoryDescriptor.granted(grant, meter, preopen.guest()));
    }
    if (setup.start != null) {
      for (DirectoryDescriptor start : setup.start.descriptors(meter)) {
        descriptors.add(start);
      }
      // Whether there is such a directory is not in the invocation.
      reachOut();
    } else if (first != null) {
      descriptors.add(DirectoryDescriptor.granted(first, meter, HostDirectory.SELF));
    }
  }

  /** Notes that the guest has seen or changed something besides what its invocation gives it. */
  public void reachOut() {
    pure = false;
  }

  /**
   * Says whether all that the guest has seen through this object so far is what its invocation gave
   * it: arguments, environment, standard input, and the names and rights of granted directories.
   */
  public boolean isPure() {
    return pure;
  }

  GuestMemory memory() {
    return memory;
  }

  GuestStrings arguments() {
    return arguments;
  }

  GuestStrings environment() {
    return environment;
  }

  Clocks clocks() {
    return clocks;
  }

  GuestWait waits() {
    return wait;
  }

  QuotaMeter meter() {
    return meter;
  }

  DescriptorTable descriptors() {
    return descriptors;
  }

  void random(byte[] target) {
    RANDOM.nextBytes(target);
  }

  /** Closes everything that the guest left open. */
  @Override
  public void close() {
    descriptors.close();
  }
}
