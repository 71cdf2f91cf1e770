package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kinds of expressions of URI templates (RFC 6570, section 3.2 and appendix A). */
enum UriStyle {
  /** {@code {name}}. */
  SIMPLE('\0', "", ",", false, "", false),
  /** {@code {+name}}. */
  RESERVED('+', "", ",", false, "", true),
  /** {@code {#name}}. */
  FRAGMENT('#', "#", ",", false, "", true),
  /** {@code {.name}}. */
  LABEL('.', ".", ".", false, "", false),
  /** {@code {/name}}. */
  PATH('/', "/", "/", false, "", false),
  /** {@code {;name}}. */
  PARAMETERS(';', ";", ";", true, "", false),
  /** {@code {?name}}. */
  QUERY('?', "?", "&", true, "=", false),
  /** {@code {&name}}. */
  CONTINUATION('&', "&", "&", true, "=", false);

  private static final String UNRESERVED_MARKS = "-._~";
  private static final String RESERVED_MARKS = ":/?#[]@!$&'()*+,;=";

  private final char sign;
  private final String first;
  private final String separator;
  private final boolean named;
  private final String ifEmpty;
  private final boolean reservedAllowed;

  UriStyle(
      char sign,
      String first,
      String separator,
      boolean named,
      String ifEmpty,
      boolean reservedAllowed) {
    this.sign = sign;
    this.first = first;
    this.separator = separator;
    this.named = named;
    this.ifEmpty = ifEmpty;
    this.reservedAllowed = reservedAllowed;
  }

  static UriStyle of(char sign) {
    for (UriStyle each : values()) {
      if (each != SIMPLE && each.sign == sign) {
        return each;
      }
    }
    return SIMPLE;
  }

  String first() {
    return first;
  }

  String separator() {
    return separator;
  }

  /** Expands a variable; null if it is omitted. */
  @Nullable String expand(UriTemplate.Variable variable, FormValue value) {
    if (value instanceof FormValue.Null) {
      return null;
    }
    if (value instanceof FormValue.Array || value instanceof FormValue.Obj) {
      return composite(variable, value);
    }
    String text = cut(text(value), variable.prefix());
    return name(variable.name(), text.isEmpty()) + encoded(text);
  }

  private @Nullable String composite(UriTemplate.Variable variable, FormValue value) {
    List<String> parts = new ArrayList<>();
    boolean exploded = variable.exploded();
    if (value instanceof FormValue.Array array) {
      for (FormValue item : array.items()) {
        String text = text(item);
        parts.add((exploded ? name(variable.name(), text.isEmpty()) : "") + encoded(text));
      }
    } else if (value instanceof FormValue.Obj object) {
      object
          .members()
          .forEach(
              (name, member) ->
                  parts.add(
                      encoded(name) + (exploded ? "=" : ",") + encoded(text(member.value()))));
    }
    if (parts.isEmpty()) {
      return null;
    }
    String joined = String.join(exploded ? separator : ",", parts);
    return exploded ? joined : name(variable.name(), false) + joined;
  }

  private String name(String name, boolean empty) {
    if (!named) {
      return "";
    }
    return name + (empty ? ifEmpty : "=");
  }

  private static String cut(String text, int prefix) {
    boolean whole = prefix == 0 || text.codePointCount(0, text.length()) <= prefix;
    return whole ? text : text.substring(0, text.offsetByCodePoints(0, prefix));
  }

  private static String text(FormValue value) {
    if (value instanceof FormValue.Text text) {
      return text.value();
    }
    if (value instanceof FormValue.Num number) {
      return number.text();
    }
    if (value instanceof FormValue.Bool bool) {
      return String.valueOf(bool.value());
    }
    if (value instanceof FormValue.Null) {
      return "";
    }
    throw new FormException(
        FormCodes.EVALUATION, "a variable of a URI template has a nested value or bytes", null, "");
  }

  private String encoded(String text) {
    StringBuilder out = new StringBuilder();
    encode(text, reservedAllowed, out);
    return out.toString();
  }

  /** Appends text, percent-encoding characters that are not allowed. */
  static void encode(String text, boolean reservedAllowed, StringBuilder out) {
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      int point = text.codePointAt(at);
      if (isPlain(point, reservedAllowed) || (reservedAllowed && isTriplet(text, at))) {
        out.appendCodePoint(point);
      } else {
        for (byte each : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
          out.append(String.format("%%%02X", each));
        }
      }
    }
  }

  private static boolean isPlain(int point, boolean reservedAllowed) {
    boolean letter = (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z');
    boolean digit = point >= '0' && point <= '9';
    boolean marked =
        UNRESERVED_MARKS.indexOf(point) >= 0
            || (reservedAllowed && RESERVED_MARKS.indexOf(point) >= 0);
    return letter || digit || marked;
  }

  private static boolean isTriplet(String text, int at) {
    return text.charAt(at) == '%'
        && at + 2 < text.length()
        && Character.digit(text.charAt(at + 1), 16) >= 0
        && Character.digit(text.charAt(at + 2), 16) >= 0;
  }
}
