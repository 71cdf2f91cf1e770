package dev.escarole.web.app.audit;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls, newest first. */
public record CallPage(
    List<CallPicture> calls,
    @Documented("For 'escarole audit --before'.") @Nullable String before,
    @Documented("Where the next page begins; null on the last one.") @Nullable String next)
    implements Page<CallPage> {
  public CallPage {
    calls = List.copyOf(calls);
  }

  @Override
  public CallPage withNext(@Nullable String other) {
    return new CallPage(calls, before, other);
  }
}
