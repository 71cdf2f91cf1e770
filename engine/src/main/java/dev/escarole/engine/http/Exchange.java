package dev.escarole.engine.http;

import dev.escarole.engine.broker.HttpDeniedException;
import dev.escarole.engine.http.Hop.Received;
import dev.escarole.engine.http.Hop.Sent;
import dev.escarole.engine.http.Hop.Way;
import dev.escarole.engine.http.KeptResponses.Question;
import dev.escarole.engine.http.RequestFailure.Reason;
import dev.escarole.engine.http.Secrets.Part;
import dev.escarole.engine.http.WireRequest.Field;
import dev.escarole.engine.http.dial.Dialer.ForbiddenAddressException;
import dev.escarole.engine.http.dial.MachineProxies.ProxyServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a request and follows its redirects. Each hop is checked like a request of its own. User,
 * cookies and every header with a secret or the name of a credential are left behind when the
 * origin changes. Used once.
 */
final class Exchange {

  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
  private static final Pattern CREDENTIALS =
      Pattern.compile(
          ".*(?:auth|cookie|token|key|secret|passw|credential|session|signature).*",
          Pattern.CASE_INSENSITIVE);

  /** With which a client asks for a part of a response; Apache still reads the last one. */
  private static final Set<String> PARTS = Set.of("range", "if-range", "request-range");

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");
  private static final int LONGEST_MESSAGE = 2_000;

  /** Of all redirects together. */
  private static final int MOST_HEADS = 2 << 20;

  private final Permission permission;
  private final Secrets secrets;
  private final Mask mask;
  private final Hop hop;
  private final KeptResponses kept;
  private final HttpCapability host;
  private final StringBuilder heads = new StringBuilder();

  private volatile String last = "";

  Exchange(Permission permission, Secrets secrets, Mask mask, HttpCapability host) {
    this.kept = new KeptResponses(host.files(), permission, mask);
    this.permission = permission;
    this.secrets = secrets;
    this.mask = mask;
    this.hop = new Hop(host.dialer());
    this.host = host;
  }

  /**
   * The end of the last redirect.
   *
   * @param url its URL, without secrets
   * @param heads the heads of all responses, without secrets
   */
  record Answer(int status, int redirects, String url, String heads, Body body) {}

  /** The bytes of a response, without secrets. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Body(byte[] bytes) {}

  /** The next request. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Step(
      String method,
      Target target,
      String user,
      List<Field> fields,
      byte[] body,
      boolean cached,
      String how) {}

  /** Returns how the last hop ended, after its method and place, without query and secrets. */
  String said(String how) {
    return last.isEmpty() ? how : last + ": " + how;
  }

  /** Returns the reason for a denial, with method and place of the last hop. */
  String denied(String why) {
    return why.startsWith(last) ? why : said(why);
  }

  /** Ends the exchange from another thread. */
  void abort() {
    hop.abort();
  }

  /**
   * Makes the request.
   *
   * @param deadline of {@link System#nanoTime}
   * @throws HttpDeniedException if a hop is not permitted
   * @throws RequestFailure if there is no response
   */
  Answer make(WireRequest request, long deadline) throws RequestFailure {
    request.check();
    Step step =
        new Step(
            request.method(),
            Target.of(request.url()),
            request.user(),
            request.fields(),
            request.body(),
            request.isCached(),
            "");
    for (int redirects = 0; ; redirects++) {
      Received received = received(step, deadline);
      heads.append(received.head());
      if (heads.length() > MOST_HEADS) {
        throw new RequestFailure(
            Reason.TOO_LARGE,
            "the heads of all responses are larger than " + MOST_HEADS + " bytes");
      }
      String location = received.location();
      boolean leads = REDIRECTS.contains(received.status()) && location != null;
      if (!leads || location == null || request.redirects() == 0) {
        return answer(step, received, redirects);
      }
      if (redirects == request.redirects()) {
        throw new RequestFailure(
            Reason.TOO_MANY_REDIRECTS, "there were more than " + redirects + " redirects");
      }
      step = redirected(step, received.status(), location);
    }
  }

  private Answer answer(Step step, Received received, int redirects) {
    return new Answer(
        received.status(),
        redirects,
        mask.masked(step.target().url()),
        mask.masked(heads.toString()),
        new Body(mask.masked(received.body())));
  }

  private Received received(Step step, long deadline) throws RequestFailure {
    last = step.method() + " " + mask.masked(step.target().shown());
    permission.check(step.method(), masked(step.target()), step.how());
    Target target = expanded(step.target());
    // A secret may change what a path means.
    permission.check(step.method(), target, step.how());
    long left = deadline - System.nanoTime();
    if (left <= 0) {
      throw new RequestFailure(Reason.TIMED_OUT, "the response took too long");
    }
    try {
      ProxyServer proxy = proxy(target);
      secrets.expect(permission, target.origin());
      Question question =
          step.cached() ? kept.ask(step.method(), step.target(), step.user(), step.fields()) : null;
      List<Field> fields = fields(step);
      if (question != null) {
        fields.addAll(question.conditions());
      }
      if (!mask.isEmpty()) {
        // Parts of an echo are too short to be masked; a server may always send everything.
        fields.removeIf(each -> PARTS.contains(each.name().toLowerCase(Locale.ROOT)));
      }
      Received received =
          hop.make(
              new Sent(step.method(), target, fields, step.body()),
              new Way(permission.addresses(target), proxy),
              Duration.ofNanos(left).plusMillis(1));
      mustBeReadable(received);
      return question == null ? received : question.answer(received);
    } catch (ForbiddenAddressException e) {
      throw new HttpDeniedException(
          "%s %s is not permitted: %s"
              .formatted(step.method(), mask.masked(step.target().shown()), e.getMessage()));
    } catch (RequestFailure e) {
      // Such a message may quote a part of what the server said, where a mask finds nothing.
      boolean quotes = e.reason() == Reason.BROKEN && !mask.isEmpty();
      throw quotes ? new RequestFailure(Reason.BROKEN, "the response cannot be read") : e;
    }
  }

  /** Nothing can be masked in what the engine cannot decode. */
  private void mustBeReadable(Received received) throws RequestFailure {
    String encoding = received.field("Content-Encoding");
    if (!mask.isEmpty() && received.body().length > 0 && !BoundedBody.isDecoded(encoding)) {
      throw new RequestFailure(
          Reason.BAD_ENCODING,
          "the response is encoded as '%s', in which secrets cannot be masked".formatted(encoding));
    }
  }

  private @Nullable ProxyServer proxy(Target target) {
    if (!permission.policy().proxied()) {
      return null;
    }
    ProxyServer proxy = host.proxies().forHost(target.bareHost(), target.isSecure());
    if (proxy != null) {
      permission.checkProxied(masked(target));
    }
    return proxy;
  }

  /** Messages show it, and a server may have echoed a secret in it. */
  private Target masked(Target target) {
    return new Target(target.origin(), mask.masked(target.path()), mask.masked(target.query()));
  }

  private Target expanded(Target target) throws RequestFailure {
    if (!Secrets.isIn(target.path()) && !Secrets.isIn(target.query())) {
      return target;
    }
    String origin = target.origin();
    return Target.of(
        origin
            + secrets.expanded(target.path(), Part.PATH, permission, origin)
            + secrets.expanded(target.query(), Part.QUERY, permission, origin));
  }

  private List<Field> fields(Step step) throws RequestFailure {
    String origin = step.target().origin();
    List<Field> fields = new ArrayList<>();
    for (Field each : step.fields()) {
      String value = secrets.expanded(each.value(), Part.HEADER, permission, origin);
      fields.add(new Field(each.name(), value).checked());
    }
    if (!step.user().isEmpty()) {
      String user = secrets.expanded(step.user(), Part.HEADER, permission, origin);
      String encoded = Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
      fields.add(new Field("Authorization", "Basic " + encoded));
    }
    return fields;
  }

  private Step redirected(Step step, int status, String location) throws RequestFailure {
    Target from = step.target();
    Target to = target(from, location);
    boolean same = to.origin().equals(from.origin());
    if (!same && mask.isIn(location)) {
      throw new HttpDeniedException(
          "%s led to %s with a secret in the URL, which is not followed"
              .formatted(masked(from).shown(), to.origin()));
    }
    boolean plain =
        status == 303 || (step.method().equals("POST") && (status == 301 || status == 302));
    boolean keeps = !plain || step.method().equals("HEAD");
    return new Step(
        keeps ? step.method() : "GET",
        to,
        same ? step.user() : "",
        kept(step.fields(), same, keeps),
        keeps ? step.body() : new byte[0],
        step.cached(),
        "a redirect of " + masked(from).shown() + " led there");
  }

  private Target target(Target from, String location) throws RequestFailure {
    try {
      return from.at(location);
    } catch (RequestFailure e) {
      throw mask.isIn(location)
          ? new RequestFailure(e.reason(), "the URL of the redirect cannot be used")
          : e;
    }
  }

  private static List<Field> kept(List<Field> fields, boolean sameOrigin, boolean withBody) {
    return fields.stream()
        .filter(each -> sameOrigin || !identifies(each))
        .filter(each -> withBody || !each.name().toLowerCase(Locale.ROOT).startsWith("content-"))
        .toList();
  }

  /** Whether a header identifies somebody. */
  static boolean identifies(Field field) {
    return CREDENTIALS.matcher(field.name()).matches() || Secrets.isIn(field.value());
  }

  /** The message of a failure on one line, without secrets. */
  String masked(@Nullable String message) {
    String line = CONTROL.matcher(mask.masked(String.valueOf(message))).replaceAll(" ");
    return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE) + "...";
  }
}
