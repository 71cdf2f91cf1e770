package dev.escarole.web.app.audit;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Actions, newest first. */
public record ActionPage(
    List<ActionPicture> actions,
    @Documented("Where the next page begins; null on the last one.") @Nullable String next)
    implements Page<ActionPage> {
  public ActionPage {
    actions = List.copyOf(actions);
  }

  @Override
  public ActionPage withNext(@Nullable String other) {
    return new ActionPage(actions, other);
  }
}
