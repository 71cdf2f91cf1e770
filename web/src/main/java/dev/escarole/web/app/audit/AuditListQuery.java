package dev.escarole.web.app.audit;

import dev.escarole.web.app.Param;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Which calls of commands and lines of agents are listed. */
public record AuditListQuery(
    @Param(
            value = "Only calls of commands, or only lines of agents.",
            in = Param.Where.QUERY,
            words = {"call", "line"})
        @Nullable String kind,
    @Param(value = "Only denied ones.", in = Param.Where.QUERY) boolean denied,
    @Param(value = "Only those on behalf of this principal.", in = Param.Where.QUERY)
        @Nullable String principal,
    @Param(value = "Only calls of this name, and lines that name it.", in = Param.Where.QUERY)
        @Nullable String command,
    @Param(
            value =
                "Only entries after this place in the list: 'before' of the previous page, as of 'escarole audit --before'.",
            in = Param.Where.QUERY)
        @Nullable String before,
    @Param(value = "Only those that began then or later.", in = Param.Where.QUERY)
        @Nullable Instant since,
    @Param(value = "Only those that began before.", in = Param.Where.QUERY) @Nullable Instant until,
    @Param(
            value = "Most entries of a page, 1 to 1000.",
            in = Param.Where.QUERY,
            min = 1,
            max = 1000,
            byDefault = 50)
        int limit,
    @Param(value = "Where the page begins: 'next' of the previous page.", in = Param.Where.QUERY)
        @Nullable String cursor) {

  /** The same question from a place on, with another length of the page. */
  public AuditListQuery from(@Nullable String place, int most) {
    return new AuditListQuery(kind, denied, principal, command, place, since, until, most, null);
  }
}
