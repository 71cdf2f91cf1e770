package dev.escarole.web.app.audit;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls and lines, each newest first. */
public record AuditList(
    List<CallPicture> calls,
    List<LinePicture> lines,
    @Documented("For 'escarole audit --before'.") @Nullable String before,
    @Documented("Where the next page begins; null on the last one.") @Nullable String next)
    implements Page<AuditList> {
  public AuditList {
    calls = List.copyOf(calls);
    lines = List.copyOf(lines);
  }

  @Override
  public AuditList withNext(@Nullable String other) {
    return new AuditList(calls, lines, before, other);
  }
}
