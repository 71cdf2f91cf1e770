package dev.escarole.engine.http;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Removes secrets from texts for guests, logs and pages, wherever a server echoes them: as they
 * are, in base64 at any offset, percent-encoded, in hexadecimal digits, and escaped as in JSON or
 * HTML, in upper and lower case, also broken into lines. A server that is given a secret can still
 * pass it on in other forms. Confined to the requests of one guest.
 */
final class Mask {

  /** Shorter parts of base64 would be found by chance. */
  private static final int SHORTEST = 6;

  private final Map<String, String> names = new LinkedHashMap<>();
  private List<Form> forms = List.of();

  /** One form of a secret in lower case, and its replacement. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Form(byte[] bytes, byte[] shown) {}

  /** Learns a secret. */
  synchronized void add(String name, String value) {
    if (value.equals(names.put(name, value))) {
      return;
    }
    Map<String, String> texts = new HashMap<>();
    forms.forEach(each -> texts.put(text(each.bytes()), text(each.shown())));
    String shown = "((secret:" + name + "))";
    forms(value).stream()
        .filter(each -> each.length() >= SHORTEST)
        .map(each -> each.toLowerCase(Locale.ROOT))
        .forEach(each -> texts.putIfAbsent(each, shown));
    // A longer form may contain a shorter one.
    List<Form> all = new ArrayList<>();
    texts.entrySet().stream()
        .sorted(Comparator.comparing(each -> -each.getKey().length()))
        .forEach(each -> all.add(new Form(bytes(each.getKey()), bytes(each.getValue()))));
    forms = List.copyOf(all);
  }

  private static List<String> forms(String value) {
    byte[] bytes = bytes(value);
    List<String> forms = new ArrayList<>();
    forms.add(value);
    String url = URLEncoder.encode(value, StandardCharsets.UTF_8);
    forms.add(url);
    forms.add(url.replace("+", "%20"));
    forms.add(url.replace("+", "%20").replace("%2F", "/"));
    forms.add(HexFormat.of().formatHex(bytes));
    String json = value.replace("\\", "\\\\").replace("\"", "\\\"");
    forms.add(json);
    forms.add(json.replace("/", "\\/"));
    forms.add(escaped(json, "<>&'=+`", "\\u%04x"));
    forms.add(escaped(json, "<>&", "\\u%04x"));
    String html = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    forms.add(html);
    forms.add(html.replace("\"", "&quot;").replace("'", "&#39;"));
    forms.add(html.replace("\"", "&#34;").replace("'", "&#39;"));
    forms.add(html.replace("\"", "&#34;").replace("'", "&#39;").replace("+", "&#43;"));
    forms.add(html.replace("\"", "&quot;").replace("'", "&#x27;").replace("/", "&#x2f;"));
    for (int before = 0; before < 3; before++) {
      String base64 = base64(bytes, before);
      forms.add(base64);
      forms.add(base64.replace('+', '-').replace('/', '_'));
      forms.add(base64.replace("+", "%2B").replace("/", "%2F"));
      forms.add(base64.replace("/", "\\/"));
    }
    return forms;
  }

  private static String escaped(String text, String which, String form) {
    StringBuilder escaped = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (which.indexOf(c) >= 0) {
                escaped.append(form.formatted(c));
              } else {
                escaped.append((char) c);
              }
            });
    return escaped.toString();
  }

  /** The characters that bytes alone decide, when so many others stand before them. */
  private static String base64(byte[] bytes, int before) {
    byte[] shifted = new byte[before + bytes.length];
    System.arraycopy(bytes, 0, shifted, before, bytes.length);
    String all = Base64.getEncoder().withoutPadding().encodeToString(shifted);
    int first = before == 0 ? 0 : before + 1;
    int end = shifted.length * 8 / 6;
    return all.substring(first, end);
  }

  /** Whether there is nothing to mask. */
  synchronized boolean isEmpty() {
    return forms.isEmpty();
  }

  /** Whether a text holds a secret in one of its forms. */
  synchronized boolean isIn(String text) {
    return !text.equals(masked(text));
  }

  /** Whether bytes hold a secret in one of its forms. */
  synchronized boolean isIn(byte[] bytes) {
    return forms.stream().anyMatch(each -> Place.find(bytes, each.bytes(), 0) != null);
  }

  synchronized String masked(String text) {
    return forms.isEmpty() ? text : text(masked(bytes(text)));
  }

  synchronized byte[] masked(byte[] bytes) {
    byte[] result = bytes;
    for (Form each : forms) {
      result = replaced(result, each);
    }
    return result;
  }

  private static byte[] replaced(byte[] in, Form form) {
    Place place = Place.find(in, form.bytes(), 0);
    if (place == null) {
      return in;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(in.length);
    int done = 0;
    while (place != null) {
      out.write(in, done, place.start() - done);
      out.writeBytes(form.shown());
      done = place.end();
      place = Place.find(in, form.bytes(), done);
    }
    out.write(in, done, in.length - done);
    return out.toByteArray();
  }

  /** Where a form stands in a text, with the line breaks in it. */
  private record Place(int start, int end) {

    /**
     * @param wanted in lower case
     */
    static @Nullable Place find(byte[] in, byte[] wanted, int from) {
      byte first = wanted[0];
      for (int i = from; i <= in.length - wanted.length; i++) {
        int end = lower(in[i]) == first ? end(in, i, wanted) : -1;
        if (end >= 0) {
          return new Place(i, end);
        }
      }
      return null;
    }

    private static int end(byte[] in, int start, byte[] wanted) {
      int at = start;
      for (byte each : wanted) {
        while (at < in.length && lower(in[at]) != each && lineBreak(in, at) > 0) {
          at += lineBreak(in, at);
        }
        if (at >= in.length || lower(in[at]) != each) {
          return -1;
        }
        at++;
      }
      return at;
    }

    /** Length of a line break, perhaps escaped as in JSON; 0 if there is none. */
    private static int lineBreak(byte[] in, int at) {
      if (in[at] == '\r' || in[at] == '\n') {
        return 1;
      }
      boolean escaped = in[at] == '\\' && at + 1 < in.length;
      return escaped && (in[at + 1] == 'r' || in[at + 1] == 'n') ? 2 : 0;
    }
  }

  private static byte lower(byte letter) {
    return letter >= 'A' && letter <= 'Z' ? (byte) (letter + ('a' - 'A')) : letter;
  }

  /** Latin-1 keeps every byte. */
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
