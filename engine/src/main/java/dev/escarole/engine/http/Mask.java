package dev.escarole.engine.http;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Removes secrets from what a guest, a log or a page gets, wherever a server echoes them: as they
 * are, in base64 at any offset, percent-encoded, in hexadecimal digits, and escaped as in JSON or
 * HTML. A server that is given a secret can still pass it on in other forms. Confined to the
 * requests of one guest.
 */
final class Mask {

  /** Shorter parts of base64 would be found by chance. */
  private static final int SHORTEST = 6;

  private final Map<String, String> names = new LinkedHashMap<>();
  private List<Form> forms = List.of();

  /** One form of a secret, and what stands in its place. */
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
    List.copyOf(forms).forEach(each -> forms.add(lowerEscapes(each)));
    forms.add(HexFormat.of().formatHex(bytes));
    forms.add(HexFormat.of().withUpperCase().formatHex(bytes));
    String json = value.replace("\\", "\\\\").replace("\"", "\\\"");
    forms.add(json);
    forms.add(json.replace("/", "\\/"));
    String html = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    forms.add(html);
    forms.add(html.replace("\"", "&quot;").replace("'", "&#39;"));
    for (int before = 0; before < 3; before++) {
      forms.add(base64(bytes, before));
    }
    List.copyOf(forms.subList(forms.size() - 3, forms.size()))
        .forEach(each -> forms.add(each.replace('+', '-').replace('/', '_')));
    return forms;
  }

  private static String lowerEscapes(String text) {
    StringBuilder lower = new StringBuilder(text);
    for (int i = 0; i + 2 < text.length(); i++) {
      if (text.charAt(i) == '%') {
        lower.replace(i + 1, i + 3, text.substring(i + 1, i + 3).toLowerCase(Locale.ROOT));
      }
    }
    return lower.toString();
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

  /** Whether a text holds a secret in one of its forms. */
  synchronized boolean isIn(String text) {
    return !text.equals(masked(text));
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
    byte[] wanted = form.bytes();
    int at = find(in, wanted, 0);
    if (at < 0) {
      return in;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(in.length);
    int done = 0;
    while (at >= 0) {
      out.write(in, done, at - done);
      out.writeBytes(form.shown());
      done = at + wanted.length;
      at = find(in, wanted, done);
    }
    out.write(in, done, in.length - done);
    return out.toByteArray();
  }

  private static int find(byte[] in, byte[] wanted, int from) {
    for (int i = from; i <= in.length - wanted.length; i++) {
      if (in[i] == wanted[0] && Arrays.equals(in, i, i + wanted.length, wanted, 0, wanted.length)) {
        return i;
      }
    }
    return -1;
  }

  /** Latin-1 keeps every byte. */
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
