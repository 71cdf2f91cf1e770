package dev.escarole.web.access;

import dev.escarole.engine.broker.Principal;
import dev.escarole.web.service.Actor;
import dev.escarole.web.service.RefusedException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import io.javalin.security.RouteRole;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What every request passes before anything is done for it: the headers of the answer are set, the
 * host is checked, the caller is recognized, and the caller's role is held against that of the
 * route. A route without a role is open to administrators only.
 *
 * <p>Requests that change something are refused if a page of another site sent them. Browsers say
 * where a request comes from ({@code Sec-Fetch-Site}, {@code Origin}); a program that says nothing
 * is no browser, and then holds no cookie that somebody else could make use of.
 *
 * <p>Thread-safe.
 */
public final class Gate {

  /** The name of the session's cookie. */
  public static final String COOKIE = "escarole_session";

  private static final String CALLER = "escarole.caller";
  private static final String BEARER = "Bearer ";

  /** Wrong tokens that one address may show in a minute. */
  private static final int WRONG_TOKENS = 10;

  /** What decides who asks and for what. */
  private static final List<String> ONCE =
      List.of("Authorization", "Origin", "Sec-Fetch-Site", "Content-Type", "Idempotency-Key");

  private static final Set<String> HARMLESS = Set.of("GET", "HEAD", "OPTIONS");

  private final Hosts hosts;
  private final @Nullable TokenBook tokens;
  private final Sessions sessions;
  private final RateLimits requests;
  private final RateLimits wrongTokens = new RateLimits(WRONG_TOKENS, Duration.ofMinutes(1));

  /**
   * @param tokens who gets in; null if everybody does who reaches the server
   * @param perSecond requests that one caller may send in a second
   */
  public Gate(Hosts hosts, @Nullable TokenBook tokens, long perSecond, InstantSource clock) {
    this.hosts = hosts;
    this.tokens = tokens;
    this.sessions = new Sessions(clock);
    this.requests = new RateLimits(perSecond, Duration.ofSeconds(1));
  }

  /** Stands before all routes. */
  public void install(RoutesConfig routes) {
    routes.before(this::receive);
    routes.beforeMatched(Gate::admit);
  }

  /** Who sent a request that has passed. */
  public static Caller caller(Context ctx) {
    Caller caller = ctx.attribute(CALLER);
    return caller == null ? Caller.NOBODY : caller;
  }

  /** Who sent a request that has passed, as somebody who does something. */
  public static Actor actor(Context ctx) {
    Caller caller = caller(ctx);
    return new Actor(caller.principal(), ctx.ip(), caller.may(Role.ADMIN));
  }

  private void receive(Context ctx) {
    AnswerHeaders.set(ctx);
    if (!hosts.admit(ctx.header("Host"))) {
      throw new RefusedException(
          RefusedException.Kind.FORBIDDEN,
          "wrong-host",
          "the server does not answer under this name",
          "Use localhost or the address in digits, or start it with --allow-host NAME.");
    }
    ONCE.forEach(name -> requireOnce(ctx, name));
    if (!HARMLESS.contains(ctx.method().name())) {
      checkOrigin(ctx);
    }
    Caller caller = recognize(ctx);
    String who = caller.role() == Role.NOBODY ? ctx.ip() : caller.name();
    if (!requests.admit(who)) {
      throw tooMany("too many requests in a second");
    }
    ctx.attribute(CALLER, caller);
  }

  /** Of a header that stands there twice, another program may have looked at the other one. */
  private static void requireOnce(Context ctx, String name) {
    Enumeration<String> all = ctx.req().getHeaders(name);
    if (all.hasMoreElements() && all.nextElement() != null && all.hasMoreElements()) {
      throw new RefusedException(
          RefusedException.Kind.MALFORMED,
          "repeated-header",
          "the request has more than one header " + name,
          "Send it once.");
    }
  }

  private static void checkOrigin(Context ctx) {
    String site = ctx.header("Sec-Fetch-Site");
    String origin = ctx.header("Origin");
    boolean own =
        site != null
            ? site.equals("same-origin") || site.equals("none")
            : origin == null || origin.equals(ctx.scheme() + "://" + ctx.header("Host"));
    if (!own) {
      throw new RefusedException(
          RefusedException.Kind.FORBIDDEN,
          "foreign-origin",
          "a page of another site sent this request",
          "Send it from a page of this server, or from a program with a token.");
    }
  }

  private Caller recognize(Context ctx) {
    if (tokens == null) {
      return Caller.LOCAL;
    }
    String header = ctx.header("Authorization");
    if (header != null && header.startsWith(BEARER)) {
      Token token = check(ctx, header.substring(BEARER.length()).strip());
      return caller(token, Caller.Proof.TOKEN);
    }
    String id = ctx.cookie(COOKIE);
    return Optional.ofNullable(id)
        .flatMap(sessions::token)
        .filter(tokens::holds)
        .map(token -> caller(token, Caller.Proof.SESSION))
        .orElse(Caller.NOBODY);
  }

  private static Caller caller(Token token, Caller.Proof proof) {
    return new Caller(new Principal(token.name(), false), token.role(), proof);
  }

  private Token check(Context ctx, String secret) {
    if (wrongTokens.isSpent(ctx.ip())) {
      throw tooMany("too many wrong tokens in a minute");
    }
    Optional<Token> token = tokens == null ? Optional.empty() : tokens.bySecret(secret);
    if (token.isEmpty()) {
      wrongTokens.admit(ctx.ip());
      throw new RefusedException(
          RefusedException.Kind.UNAUTHENTICATED,
          "wrong-token",
          "the server does not know this token",
          "Make one with 'escarole token create NAME' on the server's machine.");
    }
    return token.get();
  }

  private static RefusedException tooMany(String message) {
    return new RefusedException(
        RefusedException.Kind.TOO_MANY, "too-many-requests", message, "Wait a little, then go on.");
  }

  private static void admit(Context ctx) {
    Caller caller = caller(ctx);
    Role needed = needed(ctx.routeRoles());
    if (caller.may(needed)) {
      return;
    }
    if (caller.role() == Role.NOBODY) {
      throw new RefusedException(
          RefusedException.Kind.UNAUTHENTICATED,
          "no-token",
          "the server asks for a token",
          "Sign in, or send 'Authorization: Bearer TOKEN'.");
    }
    throw new RefusedException(
        RefusedException.Kind.FORBIDDEN,
        "not-allowed",
        "%s is %s, and this asks for %s"
            .formatted(caller.name(), caller.role().word(), needed.word()),
        "Ask an administrator for a token of that role.");
  }

  private static Role needed(Set<RouteRole> roles) {
    return roles.stream()
        .filter(Role.class::isInstance)
        .map(Role.class::cast)
        .findFirst()
        .orElse(Role.ADMIN);
  }

  /**
   * Begins a session and sets its cookie.
   *
   * @throws RefusedException if the server does not know the token
   */
  public Caller signIn(Context ctx, String secret) {
    Token token = check(ctx, secret.strip());
    ctx.cookie(cookie(ctx, sessions.begin(token), (int) Sessions.LASTS.toSeconds()));
    Caller caller = caller(token, Caller.Proof.SESSION);
    ctx.attribute(CALLER, caller);
    return caller;
  }

  /** Ends the session that the request belongs to, if there is one. */
  public void signOut(Context ctx) {
    String id = ctx.cookie(COOKIE);
    if (id != null) {
      sessions.end(id);
      ctx.cookie(cookie(ctx, "", 0));
    }
  }

  private static Cookie cookie(Context ctx, String value, int seconds) {
    boolean secure = ctx.scheme().equals("https");
    return new Cookie(COOKIE, value, "/", seconds, secure, true, null, SameSite.STRICT);
  }
}
