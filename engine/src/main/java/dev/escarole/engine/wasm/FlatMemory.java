package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.ConstantEvaluators;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.types.ActiveDataSegment;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.PassiveDataSegment;
import dev.escarole.engine.wasi.GuestMemory;
import dev.escarole.engine.wasi.GuestMemory.GuestFault;
import dev.escarole.engine.wasm.GuestInterpreter.FrameMemory;
import dev.escarole.engine.wasm.MemoryPool.UsedArray;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A guest's linear memory in one byte array. Guest speed depends on it, so each access is one
 * comparison and one load or store.
 *
 * <p>The array may be longer than the memory, because it grows by half its size or comes from a
 * {@link MemoryPool}; bytes beyond the memory's end are out of bounds and stay zero. Addresses are
 * unsigned 32-bit numbers; no memory reaches 2 GiB, so negative ints are out of bounds too.
 *
 * <p>Confined to the guest's thread.
 */
final class FlatMemory extends GuestState implements Memory, GuestMemory {

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle FLOATS =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle DOUBLES =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

  private static final byte[] NOTHING = {};

  private final int initialPages;
  private final int maximumPages;
  private byte[] bytes;
  private int size;
  private DataSegment[] segments = {};
  private final boolean filled;
  private MemoryBudget.@Nullable Share share;
  private @Nullable MemoryPool pool;
  private @Nullable FrameMemory frames;

  /** Creates a memory in its own array. */
  FlatMemory(byte @Nullable [] image, int initialPages, int maximumPages) {
    this(new byte[initialPages * PAGE_SIZE], image, initialPages, maximumPages);
  }

  /**
   * Creates a memory.
   *
   * @param zeros the array, all zero and at least as long as the initial pages
   * @param image its first bytes, from the program's data segments; not changed. Copying them at
   *     once is cheaper than writing each segment. Null for zeros, into which segments are written
   * @param maximumPages of 64 KiB, at most 32,767
   */
  FlatMemory(byte[] zeros, byte @Nullable [] image, int initialPages, int maximumPages) {
    this(initialPages, maximumPages, zeros, image != null);
    if (image != null) {
      System.arraycopy(image, 0, zeros, 0, image.length);
    }
  }

  /**
   * Creates a memory.
   *
   * @param array at least as long as the initial pages, and zero behind them
   * @param filled whether the array has the program's initial memory already
   */
  FlatMemory(int initialPages, int maximumPages, byte[] array, boolean filled) {
    this.initialPages = initialPages;
    this.maximumPages = maximumPages;
    this.size = initialPages * PAGE_SIZE;
    this.bytes = array;
    this.filled = filled;
  }

  /** Returns a copy of the memory up to the last non-zero byte. */
  byte[] beginning() {
    int end = size;
    while (end > 0 && bytes[end - 1] == 0) {
      end--;
    }
    return Arrays.copyOf(bytes, end);
  }

  /**
   * Sets the budget share for growth, from which the initial array is already taken, the account
   * for frames of interpreted functions, and the source of longer arrays.
   */
  void attach(MemoryBudget.Share taken, FrameMemory room, @Nullable MemoryPool arrays) {
    this.share = taken;
    this.frames = room;
    this.pool = arrays;
  }

  /**
   * Gives the array back once the guest has ended; the memory is empty afterwards.
   *
   * @param program whose next instance may have the array as it is; null to zero it
   */
  void release(@Nullable Object program) {
    byte[] array = bytes;
    int used = size;
    bytes = NOTHING;
    size = 0;
    if (pool != null && program != null) {
      pool.give(new UsedArray(program, array, used));
    } else if (pool != null) {
      pool.give(array, used);
    }
  }

  @Nullable FrameMemory frames() {
    return frames;
  }

  long sizeInBytes() {
    return size;
  }

  @Override
  public int pages() {
    return size / PAGE_SIZE;
  }

  @Override
  public int initialPages() {
    return initialPages;
  }

  @Override
  public int maximumPages() {
    return maximumPages;
  }

  @Override
  public boolean shared() {
    return false;
  }

  @Override
  public int grow(int pages) {
    int before = pages();
    if (pages < 0 || pages > maximumPages - before) {
      return -1;
    }
    int grown = (before + pages) * PAGE_SIZE;
    if (grown > bytes.length && !moveTo(keptArray(grown)) && !moveTo(newArray(grown))) {
      return wantOfHostMemory();
    }
    size = grown;
    return before;
  }

  private boolean moveTo(byte @Nullable [] array) {
    if (array == null) {
      return false;
    }
    System.arraycopy(bytes, 0, array, 0, size);
    if (pool != null) {
      pool.give(bytes, size);
    }
    bytes = array;
    return true;
  }

  private byte @Nullable [] keptArray(int length) {
    MemoryPool arrays = pool;
    byte[] array = arrays == null ? null : arrays.poll(length);
    if (arrays == null || array == null || takes(array.length)) {
      return array;
    }
    // The budget may have room for a shorter one.
    arrays.give(array, 0);
    return null;
  }

  private byte @Nullable [] newArray(int grown) {
    long roomy = bytes.length + bytes.length / 2L;
    long most = (long) maximumPages * PAGE_SIZE;
    int length = (int) Math.max(grown, Math.min(roomy, most));
    if (!takes(length)) {
      length = grown;
      if (!takes(length)) {
        return null;
      }
    }
    try {
      return new byte[length];
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  private boolean takes(int length) {
    return share == null || share.take(length - bytes.length);
  }

  /** Refuses to grow. The result then depends on the host's memory, not only on the invocation. */
  private int wantOfHostMemory() {
    reachOut();
    return -1;
  }

  @Override
  public void initialize(Instance instance, DataSegment[] dataSegments) {
    initialize(instance, dataSegments, 0);
  }

  @Override
  public void initialize(Instance instance, DataSegment[] dataSegments, int memoryIndex) {
    segments = dataSegments;
    if (filled) {
      return;
    }
    for (DataSegment segment : dataSegments) {
      if (segment instanceof ActiveDataSegment active) {
        int offset =
            (int) ConstantEvaluators.computeConstantValue(instance, active.offsetInstructions())[0];
        byte[] data = active.data();
        write(offset, data, 0, data.length);
      }
    }
  }

  @Override
  public void initPassiveSegment(int segmentId, int dest, int offset, int length) {
    // Active segments are dropped as soon as they are written.
    byte[] data =
        segments[segmentId] instanceof PassiveDataSegment passive ? passive.data() : NOTHING;
    if ((offset | length) < 0 || length > data.length - offset) {
      throw new WasmRuntimeException("out of bounds memory access in a data segment");
    }
    stopIfLong(length);
    write(dest, data, offset, length);
  }

  @Override
  public void drop(int segment) {
    segments[segment] = PassiveDataSegment.EMPTY;
  }

  @SuppressWarnings("ReferenceEquality") // it is a mark
  BitSet droppedSegments() {
    BitSet dropped = new BitSet();
    for (int i = 0; i < segments.length; i++) {
      dropped.set(i, segments[i] == PassiveDataSegment.EMPTY);
    }
    return dropped;
  }

  @Override
  public byte read(int address) {
    at(address, 1);
    return bytes[address];
  }

  @Override
  public short readShort(int address) {
    at(address, Short.BYTES);
    return (short) SHORTS.get(bytes, address);
  }

  @Override
  public long readU16(int address) {
    return readShort(address) & 0xFFFFL;
  }

  @Override
  public int readInt(int address) {
    at(address, Integer.BYTES);
    return (int) INTS.get(bytes, address);
  }

  @Override
  public long readLong(int address) {
    at(address, Long.BYTES);
    return (long) LONGS.get(bytes, address);
  }

  @Override
  public float readFloat(int address) {
    at(address, Float.BYTES);
    return (float) FLOATS.get(bytes, address);
  }

  @Override
  public double readDouble(int address) {
    at(address, Double.BYTES);
    return (double) DOUBLES.get(bytes, address);
  }

  @Override
  public long readF32(int address) {
    return readInt(address);
  }

  @Override
  public long readF64(int address) {
    return readLong(address);
  }

  @Override
  public byte[] readBytes(int address, int length) {
    range(address, length);
    return Arrays.copyOfRange(bytes, address, address + length);
  }

  @Override
  public void writeByte(int address, byte value) {
    at(address, 1);
    bytes[address] = value;
  }

  @Override
  public void writeShort(int address, short value) {
    at(address, Short.BYTES);
    SHORTS.set(bytes, address, value);
  }

  @Override
  public void writeI32(int address, int value) {
    at(address, Integer.BYTES);
    INTS.set(bytes, address, value);
  }

  @Override
  public void writeLong(int address, long value) {
    at(address, Long.BYTES);
    LONGS.set(bytes, address, value);
  }

  @Override
  public void writeF32(int address, float value) {
    at(address, Float.BYTES);
    FLOATS.set(bytes, address, value);
  }

  @Override
  public void writeF64(int address, double value) {
    at(address, Double.BYTES);
    DOUBLES.set(bytes, address, value);
  }

  @Override
  public void write(int address, byte[] data, int offset, int length) {
    range(address, length);
    System.arraycopy(data, offset, bytes, address, length);
  }

  @Override
  public void copy(int dest, int src, int length) {
    range(dest, length);
    range(src, length);
    stopIfLong(length);
    System.arraycopy(bytes, src, bytes, dest, length);
  }

  @Override
  public void fill(byte value, int from, int to) {
    range(from, to - from);
    stopIfLong(to - from);
    Arrays.fill(bytes, from, to, value);
  }

  @Override
  public void zero() {
    // Each instance gets a new memory, which is already zero.
  }

  @Override
  public void check(int address, int length) {
    if (isOutside(address, length)) {
      throw new GuestFault();
    }
  }

  @Override
  public int loadInt(int address) {
    check(address, Integer.BYTES);
    return (int) INTS.get(bytes, address);
  }

  @Override
  public long loadLong(int address) {
    check(address, Long.BYTES);
    return (long) LONGS.get(bytes, address);
  }

  @Override
  public void storeInt(int address, int value) {
    check(address, Integer.BYTES);
    INTS.set(bytes, address, value);
  }

  @Override
  public void storeLong(int address, long value) {
    check(address, Long.BYTES);
    LONGS.set(bytes, address, value);
  }

  @Override
  public void load(int address, byte[] target, int offset, int length) {
    check(address, length);
    System.arraycopy(bytes, address, target, offset, length);
  }

  @Override
  public void store(int address, byte[] source, int offset, int length) {
    check(address, length);
    System.arraycopy(source, offset, bytes, address, length);
  }

  @Override
  public ByteBuffer window(int address, int length) {
    check(address, length);
    return ByteBuffer.wrap(bytes, address, length);
  }

  /** Instances are single-threaded, so any object can serve as the lock. */
  @Override
  @SuppressWarnings("removal")
  public Object lock(int address) {
    return this;
  }

  @Override
  @SuppressWarnings("removal")
  public int waitOn(int address, int expected, long timeout) {
    throw new WasmRuntimeException("expected shared memory");
  }

  @Override
  @SuppressWarnings("removal")
  public int waitOn(int address, long expected, long timeout) {
    throw new WasmRuntimeException("expected shared memory");
  }

  @Override
  @SuppressWarnings("removal")
  public int notify(int address, int maxThreads) {
    at(address, Integer.BYTES);
    return 0;
  }

  /**
   * A fence has no effect in a single thread. Metered guests call it whenever they have used up a
   * slice of fuel, so this is where they check for a stop.
   */
  @Override
  public void atomicFence() {
    stopIfInterrupted();
  }

  /** Many long transfers in a row are only a few instructions. */
  private static void stopIfLong(int length) {
    if (length >= PAGE_SIZE) {
      stopIfInterrupted();
    }
  }

  /** An empty memory passes this, but then its array is empty too and refuses each access. */
  private void at(int address, int length) {
    if (Integer.compareUnsigned(address, size - length) > 0) {
      throw outOfBounds(address, length);
    }
  }

  private void range(int address, int length) {
    if (isOutside(address, length)) {
      throw outOfBounds(address, length);
    }
  }

  private boolean isOutside(int address, int length) {
    return (address | length) < 0 || address > size - length;
  }

  private WasmRuntimeException outOfBounds(int address, int length) {
    return new WasmRuntimeException(
        "out of bounds memory access: %s bytes at %s of %s"
            .formatted(Integer.toUnsignedLong(length), Integer.toUnsignedLong(address), size));
  }
}
