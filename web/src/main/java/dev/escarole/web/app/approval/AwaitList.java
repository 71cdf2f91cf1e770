package dev.escarole.web.app.approval;

import dev.escarole.web.app.Documented;
import java.util.List;

/** Steps that wait for people or programs. */
public record AwaitList(
    @Documented("Those that wait longest first.") List<AwaitPicture> awaits,
    @Documented("How many wait at this moment, also those beyond the limit.") long waiting) {
  public AwaitList {
    awaits = List.copyOf(awaits);
  }
}
