package dev.escarole.engine.http;

import dev.escarole.engine.broker.AuditLog;
import dev.escarole.engine.broker.Call;
import dev.escarole.engine.broker.HttpGate.GuestHttp;
import dev.escarole.engine.broker.HttpPolicy;
import dev.escarole.engine.broker.PolicyReader;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.HttpGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.http.HttpCapability.Surroundings;
import dev.escarole.engine.http.dial.Dialer;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** Makes requests as a guest does, for the principal ci. */
final class WebClient implements AutoCloseable {

  private static final Principal CI = new Principal("ci", false);

  /** What was audited, in order. */
  final List<AuditLog.Entry> audited = new CopyOnWriteArrayList<>();

  final Map<String, String> environment = new HashMap<>();
  Dialer.Lookup lookup = InetAddress::getAllByName;
  Duration left = Duration.ofSeconds(60);
  List<HttpGrant> recipe = new ArrayList<>();
  private String policy = "";
  private final HttpCapability capability;
  private Invocation.Builder invocation = Invocation.of("guest");

  WebClient() {
    this(() -> (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  WebClient(Supplier<SSLSocketFactory> tls) {
    this(tls, null);
  }

  /**
   * @param data where responses are kept; null if they are not
   */
  WebClient(Supplier<SSLSocketFactory> tls, @Nullable Path data) {
    capability =
        new HttpCapability(
            new Surroundings(
                InstantSource.system(), environment::get, host -> lookup.addresses(host), tls),
            audited::add,
            data);
  }

  /** A response as a guest sees it. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Response(int error, int status, int redirects, String url, String heads, byte[] bytes) {

    String body() {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  /** A request without redirects and fields. */
  static final class Asked {
    private int redirects;
    private int timeout;
    private int flags;
    private String method = "GET";
    private final String url;
    private String user = "";
    private final List<String> fields = new ArrayList<>();
    private String body = "";

    Asked(String url) {
      this.url = url;
    }

    Asked follow(int most) {
      redirects = most;
      return this;
    }

    Asked timeout(int millis) {
      timeout = millis;
      return this;
    }

    Asked cached() {
      flags = 1;
      return this;
    }

    Asked flags(int bits) {
      flags = bits;
      return this;
    }

    Asked method(String word) {
      method = word;
      return this;
    }

    Asked user(String text) {
      user = text;
      return this;
    }

    Asked field(String name, String value) {
      fields.addAll(List.of(name, value));
      return this;
    }

    Asked body(String text) {
      body = text;
      return this;
    }

    byte[] bytes() {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      number(out, redirects);
      number(out, timeout);
      number(out, flags);
      for (String each : List.of(method, url, user)) {
        text(out, each);
      }
      number(out, fields.size() / 2);
      fields.forEach(each -> text(out, each));
      text(out, body);
      return out.toByteArray();
    }

    private static void number(ByteArrayOutputStream out, int number) {
      out.writeBytes(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(number).array());
    }

    private static void text(ByteArrayOutputStream out, String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      number(out, bytes.length);
      out.writeBytes(bytes);
    }
  }

  /** The policy of ci, indented by four, and what stands at the top of the file. */
  WebClient policy(String members, String top) {
    policy = "principals:\n  ci:\n    allow: true\n" + members.indent(4) + top;
    return this;
  }

  /** Both sides permit these; the policy names the places, whose addresses are private here. */
  WebClient permit(String... grants) {
    recipe = Arrays.stream(grants).map(HttpGrant::parse).toList();
    List<String> places =
        recipe.stream().map(each -> each.origin().replaceFirst("https?://", "")).toList();
    return policy(
        "http: [\"%s\"]\nhttp_private: [\"%s\"]\n"
            .formatted(String.join("\", \"", grants), String.join("\", \"", places)),
        "");
  }

  /** The same with secrets for ci. */
  WebClient permitWith(String names, String secrets, String... grants) {
    permit(grants);
    policy += "    http_secrets: [" + names + "]\nsecrets:\n" + secrets.indent(2);
    return this;
  }

  WebClient directories(Invocation.Builder changed) {
    invocation = changed;
    return this;
  }

  private HttpPolicy rules() {
    return new PolicyReader(Limits.defaults()).parse(policy, "policy.yaml").of(CI).grants().http();
  }

  GuestHttp guest() {
    HttpPolicy rules = rules();
    return capability.open(Call.by(CI), invocation.http(recipe).build(), () -> rules);
  }

  Response get(String url) throws InterruptedException {
    return make(new Asked(url));
  }

  Response make(Asked asked) throws InterruptedException {
    return make(guest(), asked);
  }

  Response make(GuestHttp guest, Asked asked) throws InterruptedException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[1000];
    int length = guest.answer(ByteBuffer.wrap(asked.bytes()), ByteBuffer.wrap(buffer), left);
    while (length > 0) {
      all.write(buffer, 0, length);
      length = guest.answer(ByteBuffer.allocate(0), ByteBuffer.wrap(buffer), left);
    }
    ByteBuffer in = ByteBuffer.wrap(all.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    return new Response(in.getInt(), in.getInt(), in.getInt(), text(in), text(in), bytes(in));
  }

  private static byte[] bytes(ByteBuffer in) {
    byte[] bytes = new byte[in.getInt()];
    in.get(bytes);
    return bytes;
  }

  private static String text(ByteBuffer in) {
    return new String(bytes(in), StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    capability.close();
  }
}
