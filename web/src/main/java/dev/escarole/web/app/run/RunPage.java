package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of runs, newest first. */
public record RunPage(
    List<RunHead> runs,
    @Documented("Where the next page begins; null on the last one.") @Nullable String next)
    implements Page<RunPage> {
  public RunPage {
    runs = List.copyOf(runs);
  }

  @Override
  public RunPage withNext(@Nullable String other) {
    return new RunPage(runs, other);
  }
}
