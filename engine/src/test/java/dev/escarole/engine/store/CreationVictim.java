package dev.escarole.engine.store;

import dev.escarole.engine.store.database.StoreOptions;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.store.fs.rec.FilePathRec;

/**
 * A process that makes a new H2 file, or goes on with one, and stands still at one of the writes to
 * it, of which it tells. Arguments: a directory, and the number of that write.
 */
public final class CreationVictim {

  private CreationVictim() {}

  public static void main(String[] args) {
    int last = Integer.parseInt(args[1]);
    AtomicInteger writes = new AtomicInteger();
    FilePathRec.register();
    FilePathRec.setRecorder(
        (op, file, data, at) -> {
          if (writes.incrementAndGet() == last) {
            System.out.println("at write " + last);
            standStill();
          }
        });
    RunStore.open(StoreOptions.at("jdbc:h2:rec:" + Path.of(args[0]).resolve("escarole"))).close();
    System.out.println("done");
  }

  private static void standStill() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a process that is to be killed", e);
    }
  }
}
