package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import dev.escarole.engine.wasi.FileQuota.QuotaMeter;
import dev.escarole.engine.wasi.FileStat.FileType;
import dev.escarole.engine.wasi.GrantedFiles.WorkingDirectory;
import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * WASI state of one guest: its memory, arguments, environment, descriptors and clocks. The imported
 * functions are {@link WasiFunction}s and work on this object.
 *
 * <p>Belongs to one instance and is confined to its thread. Must be closed when the guest has
 * ended.
 */
public final class Wasi implements AutoCloseable {

  /** Maximum number of buffers or subscriptions per call. */
  static final int MOST_VECTORS = 1024;

  private static final int RANDOM_CHUNK = 64 * 1024;
  private static final int LONGEST_PATH = 16 * 1024;

  private boolean pure = true;
  final GuestMemory memory;
  final GuestStrings arguments;
  final GuestStrings environment;
  final Clocks clocks;
  final HostView view;
  final QuotaMeter meter;
  final DescriptorTable descriptors;
  final GuestWait wait;

  /**
   * Settings of a guest. Arrays and lists are not copied and must not change.
   *
   * @param arguments its name and arguments, without NUL characters
   * @param environment lines of the form {@code NAME=value}, without NUL characters
   * @param preopens the granted directories; they get the numbers from 3 on. Relative paths start
   *     at the first one, unless there is a working directory
   * @param start the working directory, if any
   * @param guard is passed before the first access to a granted directory
   * @param pause is told of sleeps
   */
  public record Setup(
      List<String> arguments,
      List<String> environment,
      Streams streams,
      List<Preopen> preopens,
      @Nullable WorkingDirectory start,
      FileGuard guard,
      GuestWait pause) {}

  /**
   * A guest's standard streams.
   *
   * @param stdin standard input in consecutive, non-empty arrays, less than 2 GiB in total
   * @param rest the input after that, which arrives while the guest runs; null for none
   * @param inputLimit the maximum total size of the input before the guest is stopped
   */
  public record Streams(
      List<byte[]> stdin,
      @Nullable GuestInput rest,
      long inputLimit,
      GuestOutput stdout,
      GuestOutput stderr) {}

  /**
   * Creates the state of a guest.
   *
   * @throws IllegalArgumentException if there are more granted directories than descriptors
   */
  public Wasi(GuestMemory memory, Setup setup, FileQuota quota, Clocks clocks) {
    this(memory, setup, quota, clocks, HostView.real());
  }

  /**
   * Creates the state of a guest that sees its host in some way.
   *
   * @throws IllegalArgumentException if there are more granted directories than descriptors
   */
  public Wasi(GuestMemory memory, Setup setup, FileQuota quota, Clocks clocks, HostView view) {
    this.view = view;
    this.memory = memory;
    this.arguments = new GuestStrings(setup.arguments);
    this.environment = new GuestStrings(setup.environment);
    this.clocks = clocks;
    this.wait = setup.pause;
    this.meter = new QuotaMeter(quota);
    this.descriptors = new DescriptorTable(quota.descriptors());
    try {
      open(setup);
    } catch (WasiFailure e) {
      throw new IllegalArgumentException(
          setup.preopens.size() + " granted directories are more than the allowed descriptors", e);
    }
    descriptors.settle();
  }

  private void open(Setup setup) throws WasiFailure {
    descriptors.add(new InputStreamDescriptor(setup.streams));
    descriptors.add(new OutputStreamDescriptor(setup.streams.stdout));
    descriptors.add(new OutputStreamDescriptor(setup.streams.stderr));
    Grant first = null;
    for (Preopen preopen : setup.preopens) {
      Grant grant = new Grant(preopen, setup.preopens, setup.guard);
      first = first == null ? grant : first;
      descriptors.add(new DirectoryDescriptor(grant, meter, preopen.guest(), null));
    }
    if (setup.start != null) {
      for (DirectoryDescriptor start : setup.start.descriptors(meter)) {
        descriptors.add(start);
      }
      // Whether such a directory exists is not part of the invocation.
      reachOut();
    } else if (first != null) {
      descriptors.add(new DirectoryDescriptor(first, meter, HostDirectory.SELF, null));
    }
  }

  /** Records that the guest has seen or changed something that is not part of its invocation. */
  public void reachOut() {
    pure = false;
  }

  /**
   * Returns whether the guest has seen only its invocation so far: arguments, environment, standard
   * input, and the paths and rights of granted directories.
   */
  public boolean isPure() {
    return pure;
  }

  void random(int address, int length) {
    memory.check(address, length);
    byte[] chunk = new byte[Math.min(RANDOM_CHUNK, length)];
    for (int done = 0; done < length; done += chunk.length) {
      GuestStop.ifInterrupted();
      view.random(chunk);
      memory.store(address + done, chunk, 0, Math.min(chunk.length, length - done));
    }
  }

  /** Reads the path at two arguments of a call, which must be UTF-8 without a NUL. */
  String path(long[] call, int first) throws WasiFailure {
    int length = (int) call[first + 1];
    memory.check((int) call[first], length);
    if (length > LONGEST_PATH) {
      throw Errno.NAMETOOLONG.failure();
    }
    byte[] bytes = new byte[length];
    memory.load((int) call[first], bytes, 0, length);
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

  /**
   * Returns a descriptor that is not as it was at first: opened, closed or renumbered by the guest.
   *
   * @return what is the matter, to complete "the program"; empty if all are as they were
   */
  public Optional<String> changedDescriptor() {
    return descriptors.changed();
  }

  /** Closes all open descriptors. */
  @Override
  public void close() {
    descriptors.close();
  }

  /** Blocks a guest before its first access to a granted directory. */
  public interface FileGuard {

    FileGuard OPEN = () -> {};

    /**
     * Waits until the guest may continue.
     *
     * @throws InterruptedException if the guest is being stopped
     */
    void pass() throws InterruptedException;
  }

  /** Standard input that arrives while the guest runs. Confined to the guest's thread. */
  public interface GuestInput {

    /**
     * Fills the range, waiting as necessary; returns fewer bytes only at the end, and 0 after it.
     *
     * @throws InterruptedException if the guest is being stopped
     */
    int read(byte[] into, int offset, int length) throws InterruptedException;

    /**
     * Waits for the end of the input and returns the number of remaining bytes.
     *
     * @throws InterruptedException if the guest is being stopped
     */
    int available() throws InterruptedException;
  }

  /** Notified when a guest sleeps. Called on the guest's thread. */
  public interface GuestWait {

    GuestWait ALONE = new GuestWait() {};

    /** The guest starts to sleep. */
    default void begin() {}

    /** The guest has finished sleeping; returns when it may continue or must stop. */
    default void end() {}
  }

  /**
   * Destination of one of a guest's outputs. Confined to the guest's thread until the guest has
   * ended.
   */
  public abstract static class GuestOutput {

    GuestOutput() {}

    abstract int write(GuestMemory memory, int address, int length);
  }

  /** Strings in the form of a guest's arguments and environment. */
  static final class GuestStrings {

    private final List<byte[]> strings;
    private final int size;

    GuestStrings(List<String> texts) {
      strings = new ArrayList<>(texts.size());
      int sum = 0;
      for (String text : texts) {
        byte[] string = (text + '\0').getBytes(StandardCharsets.UTF_8);
        strings.add(string);
        sum += string.length;
      }
      size = sum;
    }

    void storeSizes(GuestMemory memory, int countAddress, int sizeAddress) {
      memory.storeInt(countAddress, strings.size());
      memory.storeInt(sizeAddress, size);
    }

    /** Writes the NUL-terminated strings and their addresses. */
    void store(GuestMemory memory, int pointers, int buffer) {
      memory.check(buffer, size);
      int at = buffer;
      int pointer = pointers;
      for (byte[] string : strings) {
        memory.storeInt(pointer, at);
        memory.store(at, string, 0, string.length);
        at += string.length;
        pointer += 4;
      }
    }
  }

  private static final class OutputStreamDescriptor extends Descriptor {

    private final GuestOutput output;

    OutputStreamDescriptor(GuestOutput output) {
      super(FileType.UNKNOWN, Rights.OUTPUT, 0);
      this.output = output;
    }

    @Override
    int write(GuestMemory memory, int address, int length, long offset)
        throws WasiFailure, IOException {
      return offset == AT_POSITION
          ? output.write(memory, address, length)
          : super.write(memory, address, length, offset);
    }
  }
}
