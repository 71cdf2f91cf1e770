package dev.escarole.web.app.audit;

import dev.escarole.web.app.Param;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Which calls of commands are listed. */
public record CallsQuery(
    @Param(value = "Only calls that were refused.", in = Param.Where.QUERY) boolean denied,
    @Param(value = "Only calls on behalf of this principal.", in = Param.Where.QUERY)
        @Nullable String principal,
    @Param(value = "Only calls of this name.", in = Param.Where.QUERY) @Nullable String command,
    @Param(
            value =
                "Only calls after this place in the list: 'before' of the previous page, as of 'escarole audit --before'.",
            in = Param.Where.QUERY)
        @Nullable String before,
    @Param(value = "Only calls that began then or later.", in = Param.Where.QUERY)
        @Nullable Instant since,
    @Param(value = "Only calls that began before.", in = Param.Where.QUERY) @Nullable Instant until,
    @Param(
            value = "Most entries of a page, 1 to 1000.",
            in = Param.Where.QUERY,
            min = 1,
            max = 1000,
            byDefault = 50)
        int limit,
    @Param(value = "Where the page begins: 'next' of the previous page.", in = Param.Where.QUERY)
        @Nullable String cursor) {

  /** The latest calls of a command. */
  public static CallsQuery of(String command, int limit) {
    return new CallsQuery(false, null, command, null, null, null, limit, null);
  }
}
