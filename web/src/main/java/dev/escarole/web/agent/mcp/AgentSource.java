package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.command.OfferedRecipes;
import dev.escarole.web.app.AgentSupport;
import org.jspecify.annotations.Nullable;

/**
 * What agents ask. Both stay their opener's.
 *
 * @param offered the recipes that agents can run
 */
public record AgentSource(AgentSupport support, OfferedRecipes offered) {

  /** Where agents are greeted before what they ask is open, or instead of it. Thread-safe. */
  @FunctionalInterface
  public interface Opening {

    /**
     * Waits until it is open.
     *
     * @throws NotOpenException if it cannot be opened
     */
    AgentSource await();
  }

  /** Why nothing can be asked. */
  public static final class NotOpenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String hint;

    /**
     * @param hint what to do about it; null for nothing in particular
     */
    public NotOpenException(String message, @Nullable String hint, @Nullable Throwable cause) {
      super(message, cause);
      this.hint = hint;
    }

    @Nullable String hint() {
      return hint;
    }
  }
}
