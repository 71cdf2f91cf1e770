package dev.escarole.engine.http;

import dev.escarole.engine.broker.WireException;
import dev.escarole.engine.broker.WireReader;
import dev.escarole.engine.http.RequestFailure.Reason;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A guest's request:
 *
 * <pre>
 * [redirects:u32][timeout_ms:u32][flags:u32][method][url][user][count:u32]([name][value])*[body]
 * </pre>
 *
 * <p>Each text and the body stand behind their length, a number of 32 bits. Immutable, except that
 * the body is shared.
 *
 * @param redirects how many redirects to follow
 * @param timeout the guest's own limit; zero for none
 * @param flags 1 to keep the response; else 0
 * @param user user and password with a colon between them; empty for none
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record WireRequest(
    int redirects,
    Duration timeout,
    int flags,
    String method,
    String url,
    String user,
    List<Field> fields,
    byte[] body) {

  /** Upper limit of a request with its body. */
  static final int MOST_BYTES = 16 << 20;

  private static final int CACHE = 1;
  private static final int MOST_REDIRECTS = 50;
  private static final int MOST_FIELDS = 100;
  private static final int LONGEST_VALUE = 16_384;
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}");
  private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");
  private static final Pattern CONTROL = Pattern.compile("[^\\t\\x20-\\x7e]");

  /** The engine sets these, or a server could be led to read the request in another way. */
  private static final Set<String> OWN_FIELDS =
      Set.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "upgrade",
          "te",
          "trailer",
          "expect",
          "accept-encoding",
          "http2-settings");

  /** A header field. */
  record Field(String name, String value) {

    /** Returns the field itself, unless its value is too long or malformed. */
    Field checked() throws RequestFailure {
      checkValue("the header " + name, value);
      return this;
    }

    boolean is(String other) {
      return name.equalsIgnoreCase(other);
    }
  }

  WireRequest {
    fields = List.copyOf(fields);
  }

  /**
   * Reads a request of at most {@value #MOST_BYTES} bytes.
   *
   * @throws WireException if it has another form
   */
  static WireRequest decode(ByteBuffer buffer) throws WireException {
    WireReader in = new WireReader(buffer);
    int redirects = (int) Math.min(in.u32(), MOST_REDIRECTS);
    Duration timeout = Duration.ofMillis(in.u32());
    int flags = (int) in.u32();
    String method = in.text();
    String url = in.text();
    String user = in.text();
    List<Field> fields = new ArrayList<>();
    for (long count = in.u32(); count > 0; count--) {
      Field field = new Field(in.text(), in.text());
      // One more than allowed is enough to be refused; a field costs more here than in the guest.
      if (fields.size() <= MOST_FIELDS) {
        fields.add(field);
      }
    }
    byte[] body = in.bytes();
    in.end();
    return new WireRequest(redirects, timeout, flags, method, url, user, fields, body);
  }

  /** Whether to keep the response, and to ask whether a kept one has changed. */
  boolean isCached() {
    return flags == CACHE;
  }

  /**
   * Checks everything that is sent unchanged.
   *
   * @throws RequestFailure if a part is malformed, or is the engine's own
   */
  void check() throws RequestFailure {
    if ((flags & ~CACHE) != 0) {
      throw bad("it has flags that this engine does not know");
    }
    if (!METHOD.matcher(method).matches()) {
      throw bad("the method has 1 to 20 letters in upper case");
    }
    if (fields.size() > MOST_FIELDS) {
      throw bad("there are more than " + MOST_FIELDS + " headers");
    }
    for (Field each : fields) {
      String name = each.name().toLowerCase(Locale.ROOT);
      if (!TOKEN.matcher(each.name()).matches()) {
        throw bad("a header has a malformed name");
      }
      if (OWN_FIELDS.contains(name) || name.startsWith("proxy-")) {
        throw bad("the header " + each.name() + " is set by the engine; leave it out");
      }
      checkValue("the header " + each.name(), each.value());
    }
    checkValue("the user", user);
  }

  private static void checkValue(String what, String value) throws RequestFailure {
    if (CONTROL.matcher(value).find() || value.length() > LONGEST_VALUE) {
      throw bad(
          what + " holds a line break or something else than printable ASCII, or is too long");
    }
  }

  private static RequestFailure bad(String why) {
    return new RequestFailure(Reason.BAD_REQUEST, "the request cannot be sent: " + why);
  }
}
