package dev.escarole.web.app.local.output;

import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Verb;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where a page of a list begins, as a text that only this application understands. It names a place
 * in the list, not a number of entries, so that nothing is shown twice or left out when the list
 * grows.
 */
public final class Cursors {

  private Cursors() {}

  /** The text of a place in the list of a verb; null for none. */
  public static @Nullable String text(Verb<?, ?> verb, @Nullable Object place) {
    if (place == null) {
      return null;
    }
    byte[] bytes = (verb.id() + ' ' + place).getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * The place of a text; null for the first page.
   *
   * @throws RefusedException if it is none of this list
   */
  public static @Nullable String place(Verb<?, ?> verb, @Nullable String cursor) {
    if (cursor == null) {
      return null;
    }
    String prefix = verb.id() + ' ';
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      if (text.startsWith(prefix)) {
        return text.substring(prefix.length());
      }
    } catch (IllegalArgumentException e) {
      throw bad();
    }
    throw bad();
  }

  /** Likewise, as a number. */
  public static @Nullable Long number(Verb<?, ?> verb, @Nullable String cursor) {
    String place = place(verb, cursor);
    try {
      return place == null ? null : Long.valueOf(place);
    } catch (NumberFormatException e) {
      throw bad();
    }
  }

  public static RefusedException bad() {
    return new RefusedException(
        RefusalCode.BAD_CURSOR,
        "'cursor' is none of this list",
        "Take it from 'next' of the page before, or leave it out for the first page.");
  }
}
