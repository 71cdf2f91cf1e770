package dev.escarole.engine.notify;

import dev.escarole.engine.http.dial.Dialer;
import dev.escarole.engine.http.dial.Dialer.Connection;
import dev.escarole.engine.http.dial.Dialer.ForbiddenAddressException;
import dev.escarole.engine.http.dial.Dialer.Place;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Posts messages by HTTP/1.1. Only the head of an answer is read, so it does not matter how long
 * the rest is, and no redirect is followed. Java's client cannot be told which address to connect
 * to. Thread-safe.
 */
final class HttpSender {

  private static final int MOST_HEAD_BYTES = 16 << 10;
  private static final int MOST_INTERIM = 8;
  private static final String HMAC = "HmacSHA256";
  private static final int HTTPS_PORT = 443;
  private static final int HTTP_PORT = 80;

  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-9]\\d\\d)(?: .*)?");

  /** Answers after which another attempt may come through. */
  private static final Set<Integer> PASSING = Set.of(408, 409, 421, 423, 425, 429);

  private final Dialer dialer;
  private final InstantSource clock;

  HttpSender(Dialer dialer, InstantSource clock) {
    this.dialer = dialer;
    this.clock = clock;
  }

  /** The head of an answer. */
  private record Head(int status, String fields) {

    @Nullable String field(String name) {
      return fields
          .lines()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst()
          .orElse(null);
    }
  }

  Attempt send(Channel.Web channel, Message message) {
    URI uri = channel.uri();
    boolean secure = uri.getScheme().equals("https");
    int usual = secure ? HTTPS_PORT : HTTP_PORT;
    String host = uri.getHost().replaceAll("^\\[|]$", "");
    Place place =
        new Place(host, uri.getPort() < 0 ? usual : uri.getPort(), secure, channel.reach());
    Connection connection;
    try {
      connection = dialer.connect(place);
    } catch (ForbiddenAddressException e) {
      return new Attempt.Refused(String.valueOf(e.getMessage()));
    } catch (UnknownHostException e) {
      return new Attempt.Failed("the name " + host + " is not known", null);
    } catch (SSLException e) {
      return new Attempt.Failed("no secure connection: " + e.getMessage(), null);
    } catch (IOException e) {
      return new Attempt.Failed("no connection: " + e.getMessage(), null);
    }
    try (connection) {
      OutputStream out = connection.socket().getOutputStream();
      out.write(request(channel, uri, message));
      out.flush();
      return judged(answer(connection.socket().getInputStream()));
    } catch (IOException e) {
      return new Attempt.Failed(
          connection.isCut()
              ? "the receiver took too long"
              : "the connection broke: " + e.getMessage(),
          null);
    }
  }

  private byte[] request(Channel.Web channel, URI uri, Message message) throws IOException {
    byte[] body = Bodies.of(channel.style(), message);
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    StringBuilder head = new StringBuilder();
    head.append("POST ").append(path);
    if (uri.getRawQuery() != null) {
      head.append('?').append(uri.getRawQuery());
    }
    head.append(" HTTP/1.1\r\n");
    field(head, "Host", uri.getRawAuthority());
    field(head, "User-Agent", "Escarole");
    field(head, "Content-Type", "application/json; charset=utf-8");
    field(head, "Content-Length", String.valueOf(body.length));
    field(head, "Connection", "close");
    field(head, "Escarole-Delivery", message.id());
    field(head, "Escarole-Event", message.event());
    field(head, "Escarole-Attempt", String.valueOf(message.attempt()));
    Secret key = channel.key();
    if (key != null) {
      long at = clock.instant().getEpochSecond();
      field(head, "Escarole-Signature", "t=" + at + ",v1=" + signature(key, at, body));
    }
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
    request.writeBytes(body);
    return request.toByteArray();
  }

  private static void field(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }

  /** HMAC-SHA256 of time, a dot and body, in hex: a caught message cannot be sent again later. */
  static String signature(Secret key, long at, byte[] body) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key.reveal().getBytes(StandardCharsets.UTF_8), HMAC));
      mac.update((at + ".").getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("BUG: every Java platform has " + HMAC, e);
    }
  }

  private static Head answer(InputStream in) throws IOException {
    Head head = head(in);
    for (int i = 0; i < MOST_INTERIM && head.status() < 200; i++) {
      head = head(in);
    }
    if (head.status() < 200) {
      throw new IOException("the answer does not come");
    }
    return head;
  }

  private static Head head(InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.length() < MOST_HEAD_BYTES) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("it ended before an answer");
      }
      text.append((char) next);
      if (next == '\n' && (ends(text, "\r\n\r\n") || ends(text, "\n\n"))) {
        String first = text.toString().lines().findFirst().orElse("");
        Matcher status = STATUS.matcher(first);
        if (!status.matches()) {
          throw new IOException("the answer is not HTTP/1.1");
        }
        return new Head(Integer.parseInt(status.group(1)), text.toString());
      }
    }
    throw new IOException("the head of the answer is too long");
  }

  private static boolean ends(StringBuilder text, String end) {
    int from = text.length() - end.length();
    return from >= 0 && text.indexOf(end, from) == from;
  }

  private Attempt judged(Head head) {
    int status = head.status();
    if (status >= 200 && status < 300) {
      return new Attempt.Accepted();
    }
    String why = "the receiver answered " + status;
    if (status >= 300 && status < 400) {
      return new Attempt.Refused(why + ", and redirects are not followed");
    }
    return status >= 500 || PASSING.contains(status)
        ? new Attempt.Failed(why, wait(head.field("retry-after")))
        : new Attempt.Refused(why);
  }

  private @Nullable Duration wait(@Nullable String text) {
    if (text == null) {
      return null;
    }
    if (text.matches("\\d{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    try {
      Instant at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration wait = Duration.between(clock.instant(), at);
      return wait.isNegative() ? null : wait;
    } catch (DateTimeException e) {
      return null;
    }
  }
}
