package dev.escarole.engine.store.database;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;

/** For a database that one process has to itself: an engine that lives is in this JVM. */
final class ProcessLiveness implements Liveness {

  private static final Set<String> HERE = ConcurrentHashMap.newKeySet();

  private final String name;

  ProcessLiveness(String name) {
    this.name = name;
  }

  @Override
  public void show(long engine) {
    HERE.add(name);
  }

  @Override
  public boolean isAlive(Handle handle, long engine, String other) {
    return HERE.contains(other);
  }

  @Override
  public void close(long engine) {
    HERE.remove(name);
  }
}
