package dev.escarole.web.app.command;

import dev.escarole.web.app.Documented;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command whose program was hashed again and whose smoke tests ran. */
public record VerifiedCommand(
    String name,
    String artifact,
    @Documented("What is wrong with its program; null if that is what was added.")
        @Nullable String problem,
    @Documented("Its smoke tests; empty if the catalogue has none for it, or its program is wrong.")
        List<Proof> tests) {

  public VerifiedCommand {
    tests = List.copyOf(tests);
  }

  /** Whether the program is intact and no test failed. */
  public boolean good() {
    return problem == null && tests.stream().allMatch(each -> each.problem() == null);
  }

  /** A smoke test. */
  public record Proof(
      @Documented("Without the name.") List<String> arguments,
      @Documented("Why it failed; null if it passed.") @Nullable String problem,
      long durationMillis) {

    public Proof {
      arguments = List.copyOf(arguments);
    }
  }
}
