package dev.escarole.engine.store.await;

import dev.escarole.engine.store.database.Database;
import java.security.SecureRandom;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The key that signs the URLs of callbacks: made once for each database. Thread-safe. */
final class CallbackSecret {

  private static final int BYTES = 32;
  private static final String NAME = "callback";

  private final Database database;
  private volatile byte @Nullable [] known;

  CallbackSecret(Database database) {
    this.database = database;
  }

  byte[] bytes() {
    byte[] read = known;
    if (read == null) {
      byte[] fresh = new byte[BYTES];
      new SecureRandom().nextBytes(fresh);
      read = database.write("read the key for callbacks", handle -> stored(handle, fresh));
      database.harden();
      known = read;
    }
    return read.clone();
  }

  /** The stored key, which is this one if there was none. */
  private static byte[] stored(Handle handle, byte[] fresh) {
    handle.createUpdate(AwaitSql.INSERT_SECRET).bind("name", NAME).bind("bytes", fresh).execute();
    return handle
        .createQuery("select bytes from secret where name = :name")
        .bind("name", NAME)
        .map((row, context) -> row.getBytes("bytes"))
        .one();
  }
}
