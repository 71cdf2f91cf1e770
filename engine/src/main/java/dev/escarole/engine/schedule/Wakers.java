package dev.escarole.engine.schedule;

import dev.escarole.engine.store.schedule.ScheduleStore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Opens the waker when the first schedule needs it. Thread-safe. */
final class Wakers implements AutoCloseable {

  private final ScheduleOptions options;
  private final ScheduleStore store;
  private final Waker.Alarm alarm;
  private @Nullable Waker waker;
  private boolean closed;

  Wakers(ScheduleOptions options, ScheduleStore store, Waker.Alarm alarm) {
    this.options = options;
    this.store = store;
    this.alarm = alarm;
  }

  private synchronized @Nullable Waker waker(boolean needed) {
    if (waker == null && needed && !closed) {
      Waker.Factory factory = options.waker();
      waker =
          factory == null
              ? QuartzWaker.open(store.triggers(), options.clock(), alarm)
              : factory.open(alarm);
    }
    return waker;
  }

  void wakeAt(long schedule, Instant time) {
    Waker open = waker(true);
    if (open != null) {
      open.wakeAt(schedule, time);
    }
  }

  void forget(long schedule) {
    Waker open = waker(false);
    if (open != null) {
      open.forget(schedule);
    }
  }

  void repair() {
    Waker open = waker(false);
    if (open != null) {
      open.repair();
    }
  }

  @Override
  public void close() {
    Waker open;
    synchronized (this) {
      closed = true;
      open = waker;
      waker = null;
    }
    if (open != null) {
      open.close();
    }
  }
}
