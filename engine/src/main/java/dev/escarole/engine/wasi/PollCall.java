package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * One {@code poll_oneoff}: waits until a clock reaches its time. Descriptors are always ready, so a
 * call with a descriptor returns at once.
 */
final class PollCall {

  private static final int SUBSCRIPTION_SIZE = 48;
  private static final int EVENT_SIZE = 32;
  private static final int CLOCK = 0;
  private static final int READ = 1;
  private static final int WRITE = 2;
  private static final int ABSOLUTE = 1;

  /**
   * @param delay nanoseconds until the event, 0 for now
   * @param available the number of bytes that can be read now
   */
  private record Subscription(long userdata, int type, long delay, Errno error, int available) {}

  private final Wasi wasi;
  private final GuestMemory memory;

  private PollCall(Wasi wasi) {
    this.wasi = wasi;
    this.memory = wasi.memory;
  }

  static void poll(Wasi wasi, long[] a) throws WasiFailure {
    int in = (int) a[0];
    int out = (int) a[1];
    int count = (int) a[2];
    int result = (int) a[3];
    if (count <= 0 || count > Wasi.MOST_VECTORS) {
      throw Errno.INVAL.failure();
    }
    wasi.memory.check(in, count * SUBSCRIPTION_SIZE);
    wasi.memory.check(out, count * EVENT_SIZE);
    wasi.memory.check(result, 4);
    wasi.memory.storeInt(result, new PollCall(wasi).answer(in, out, count));
  }

  private int answer(int in, int out, int count) {
    List<Subscription> subscriptions = new ArrayList<>(count);
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      Subscription subscription = read(in + i * SUBSCRIPTION_SIZE);
      subscriptions.add(subscription);
      shortest = Math.min(shortest, subscription.delay());
    }
    waitFor(shortest);
    int events = 0;
    for (Subscription subscription : subscriptions) {
      if (subscription.delay() <= shortest) {
        write(subscription, out + events * EVENT_SIZE);
        events++;
      }
    }
    return events;
  }

  private Subscription read(int at) {
    long userdata = memory.loadLong(at);
    int type = memory.loadInt(at + 8) & 0xFF;
    try {
      return switch (type) {
        case CLOCK -> new Subscription(userdata, type, clockWait(at), Errno.SUCCESS, 0);
        case READ -> new Subscription(userdata, type, 0, Errno.SUCCESS, available(at));
        case WRITE -> {
          wasi.descriptors.get(memory.loadInt(at + 16));
          yield new Subscription(userdata, type, 0, Errno.SUCCESS, 0);
        }
        default -> throw Errno.INVAL.failure();
      };
    } catch (WasiFailure e) {
      return new Subscription(userdata, type, 0, e.errno(), 0);
    }
  }

  private long clockWait(int at) throws WasiFailure {
    long timeout = memory.loadLong(at + 24);
    long nanos = timeout < 0 ? Long.MAX_VALUE : timeout;
    long now = wasi.clocks.time(memory.loadInt(at + 16));
    boolean absolute = (memory.loadInt(at + 40) & ABSOLUTE) != 0;
    return absolute ? Math.max(0, nanos - now) : nanos;
  }

  private int available(int at) throws WasiFailure {
    Descriptor descriptor = wasi.descriptors.get(memory.loadInt(at + 16));
    return descriptor instanceof InputStreamDescriptor input ? input.available() : 1;
  }

  private void waitFor(long duration) {
    if (duration > 0) {
      GuestStop.ifInterrupted();
      wasi.wait.begin();
      try {
        park(duration, wasi.clocks.nanos());
      } finally {
        wasi.wait.end();
      }
    }
    GuestStop.ifInterrupted();
  }

  private static void park(long duration, LongSupplier nanos) {
    long start = nanos.getAsLong();
    for (long left = duration; left > 0; left = duration - (nanos.getAsLong() - start)) {
      GuestStop.ifInterrupted();
      LockSupport.parkNanos(left);
    }
  }

  private void write(Subscription subscription, int at) {
    memory.storeLong(at, subscription.userdata());
    memory.storeLong(at + 8, subscription.error().code() | subscription.type() << 16);
    memory.storeLong(at + 16, subscription.available());
    memory.storeLong(at + 24, 0);
  }
}
