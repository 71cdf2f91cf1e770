package dev.escarole.engine;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.outbox.Outbox;
import java.nio.file.Path;
import java.util.Objects;

/** What {@code engine.notify} needs of an engine. */
public final class OutboxAccess {

  /** Name of the operator's file of channels in the data directory. */
  static final String CHANNELS = "notify.yaml";

  private static final RunId ANY = new RunId("00000000-000000-000000");

  private OutboxAccess() {}

  /** The messages about runs. */
  public static Outbox outbox(Engine engine) {
    return engine.store().outbox();
  }

  /** The operator's file of channels, which may be missing. */
  public static Path channels(Engine engine) {
    Path runs = Objects.requireNonNull(engine.workspace(ANY).getParent()).getParent();
    return channels(Objects.requireNonNull(Objects.requireNonNull(runs).getParent()));
  }

  /** Likewise, without an engine. */
  public static Path channels(Path data) {
    return data.resolve(CHANNELS);
  }
}
