package dev.escarole.web.app.output;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of the log of a run. */
public record LogPage(
    List<LogPart> parts,
    @Documented("Whether the run is over, so that nothing more will come.") boolean over,
    @Documented("The cursor of the page before this one; null if nothing is before it.")
        @Nullable String previous,
    @Documented("The cursor of what comes after this page, also of what is not there yet.")
        String end,
    @Documented("Where the next page begins; null if there is nothing more at present.")
        @Nullable String next)
    implements Page<LogPage> {
  public LogPage {
    parts = List.copyOf(parts);
  }

  @Override
  public LogPage withNext(@Nullable String other) {
    return new LogPage(parts, over, previous, end, other);
  }
}
