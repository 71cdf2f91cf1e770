package dev.escarole.web.server;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * A form that a filter of the host has read as parameters, which leaves nothing of its body: it is
 * written once more.
 */
final class ReadForm {

  private static final String TYPE = "application/x-www-form-urlencoded";

  private ReadForm() {}

  /** Whether a host reads such a body when somebody asks for a parameter. */
  static boolean isPossible(HttpServletRequest request) {
    String type = Objects.toString(request.getContentType(), "").toLowerCase(Locale.ROOT);
    return request.getMethod().equals("POST") && type.startsWith(TYPE);
  }

  /** The body; empty if it was not read. */
  static byte[] body(HttpServletRequest request) {
    Charset charset =
        request.getCharacterEncoding() == null
            ? StandardCharsets.UTF_8
            : Charset.forName(request.getCharacterEncoding());
    Map<String, Integer> inQuery = inQuery(request, charset);
    StringJoiner body = new StringJoiner("&");
    request
        .getParameterMap()
        .forEach(
            (name, values) -> {
              // Parameters of the query come before those of the body.
              int first = Math.min(inQuery.getOrDefault(name, 0), values.length);
              for (String value : List.of(values).subList(first, values.length)) {
                body.add(
                    URLEncoder.encode(name, charset) + "=" + URLEncoder.encode(value, charset));
              }
            });
    return body.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static Map<String, Integer> inQuery(HttpServletRequest request, Charset charset) {
    Map<String, Integer> counts = new HashMap<>();
    for (String each : Objects.toString(request.getQueryString(), "").split("&", -1)) {
      String name = each.replaceFirst("=.*", "");
      if (!name.isEmpty()) {
        try {
          counts.merge(URLDecoder.decode(name, charset), 1, Integer::sum);
        } catch (IllegalArgumentException e) {
          // Malformed escapes: no parameter has this name.
        }
      }
    }
    return counts;
  }
}
