package dev.escarole.web.api;

import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a list. Where the next page begins is a text that only the server understands; it names
 * a place in the list, not a number of entries, so that nothing is shown twice or left out when the
 * list grows.
 */
final class Pages {

  private static final long MOST = 1000;
  private static final long USUAL = 50;

  private Pages() {}

  /** The inputs of every list that has pages. */
  static List<Field> inputs() {
    return List.of(
        Field.integer(
            "limit", new Field.Range(1, MOST, USUAL), "Most entries of a page, 1 to 1000."),
        Field.text("cursor", "Where the page begins: 'next' of the page before has it."));
  }

  /** The inputs of a list and those of its pages. */
  static List<Field> with(List<Field> own) {
    List<Field> all = new ArrayList<>(own);
    all.addAll(inputs());
    return all;
  }

  static int limit(Request request) {
    return (int) request.number("limit");
  }

  /** Where the page begins; null for the first one. */
  static @Nullable String place(Request request) {
    String cursor = request.text("cursor");
    if (cursor == null) {
      return null;
    }
    String prefix = request.operation().text().id() + ' ';
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
  static @Nullable Long number(Request request) {
    String place = place(request);
    try {
      return place == null ? null : Long.valueOf(place);
    } catch (NumberFormatException e) {
      throw bad();
    }
  }

  static RefusedException bad() {
    return InputValue.invalid(
        RefusalCode.BAD_CURSOR,
        "'cursor' is none of this list",
        "Take it from 'next' of the page before, or leave it out for the first page.");
  }

  /** The address of the page that begins at a place; null, without a link, if there is none. */
  static @Nullable String next(Request request, @Nullable String place) {
    if (place == null) {
      return null;
    }
    String text = request.operation().text().id() + ' ' + place;
    String cursor =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    StringBuilder address = new StringBuilder(request.ctx().path()).append('?');
    request
        .ctx()
        .queryParamMap()
        .forEach(
            (name, values) -> {
              if (!name.equals("cursor")) {
                values.forEach(value -> append(address, name, value));
              }
            });
    append(address, "cursor", cursor);
    address.setLength(address.length() - 1);
    request.ctx().header("Link", "<" + address + ">; rel=\"next\"");
    return address.toString();
  }

  private static void append(StringBuilder address, String name, String value) {
    address
        .append(URLEncoder.encode(name, StandardCharsets.UTF_8))
        .append('=')
        .append(URLEncoder.encode(value, StandardCharsets.UTF_8))
        .append('&');
  }
}
