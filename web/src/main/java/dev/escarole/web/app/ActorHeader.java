package dev.escarole.web.app;

import dev.escarole.engine.broker.Principal;
import java.io.IOException;
import java.util.Base64;
import java.util.Objects;

/**
 * The header by which a process says for whom it asks another process of the same user. It counts
 * at a Unix domain socket that only that user can reach, and nowhere else.
 */
public final class ActorHeader {

  public static final String NAME = "Escarole-Actor";

  private record Fields(String principal, String origin, boolean administers, boolean confined) {
    Fields {
      Objects.requireNonNull(principal);
      Objects.requireNonNull(origin);
    }
  }

  private ActorHeader() {}

  /** The value for an actor, in characters that a header may hold. */
  public static String of(Actor actor) {
    byte[] json =
        Documents.bytes(
            new Fields(
                actor.principal().name(), actor.origin(), actor.administers(), actor.confined()));
    return Base64.getUrlEncoder().encodeToString(json);
  }

  /**
   * The actor of a value.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Actor actor(String value) {
    try {
      Fields fields = Documents.read(Base64.getUrlDecoder().decode(value), Fields.class);
      return new Actor(
          new Principal(fields.principal(), false),
          fields.origin(),
          fields.administers(),
          fields.confined());
    } catch (IOException e) {
      throw new IllegalArgumentException("no actor: " + value, e);
    }
  }
}
