package dev.escarole.web.access;

import dev.escarole.engine.broker.Principal;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.ActorHeader;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import io.github.bucket4j.Bucket;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import io.javalin.security.RouteRole;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Checks every request before it is handled: sets the headers of the answer, checks the host,
 * authenticates the caller, and compares the caller's role with that of the route. A route without
 * a role is open to administrators only.
 *
 * <p>Requests that change something are refused if a page of another site sent them. Browsers say
 * where a request comes from ({@code Sec-Fetch-Site}, {@code Origin}). A client that does not is
 * not a browser, so no page can misuse its cookies.
 *
 * <p>Thread-safe.
 */
public final class Gate {

  /** The name of the session's cookie. */
  public static final String COOKIE = "escarole_session";

  private static final String CALLER = "escarole.caller";
  private static final String ADDRESS = "escarole.address";
  private static final String ACTOR = "escarole.actor";
  private static final String FORMER = "escarole.former";
  private static final String STANDING = "escarole.standing";
  private static final String BEARER = "Bearer ";

  /** Wrong tokens of one address in a minute, before it has to wait. */
  private static final int WRONG_TOKENS = 10;

  /** Headers that decide who the caller is and what is done; they must not be repeated. */
  private static final List<String> ONCE =
      List.of("Authorization", "Origin", "Sec-Fetch-Site", "Content-Type", "Idempotency-Key");

  /** The headers of every answer, which restrict what a browser does with it. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
              + " connect-src 'self'; worker-src 'self'; font-src 'self'; form-action 'self';"
              + " base-uri 'none'; frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "X-Frame-Options",
          "DENY",
          "Referrer-Policy",
          "same-origin",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Permissions-Policy",
          "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
          "Cache-Control",
          "no-store");

  private static final Set<String> HARMLESS = Set.of("GET", "HEAD", "OPTIONS");

  private final Hosts hosts;
  private final @Nullable TokenBook tokens;
  private final @Nullable HostSignIn host;
  private final Sessions sessions;
  private final Proxies proxies;
  private final SignInLink link;
  private final RateLimits requests;
  private final boolean ownerOnly;
  private final RateLimits wrongTokens = new RateLimits(WRONG_TOKENS, Duration.ofMinutes(1));

  /**
   * @param tokens null if there are none
   * @param host says who a caller is who has sent no token; null if nobody does. Without it and
   *     without tokens, everybody is the local user
   * @param perSecond limit of requests for one caller
   * @param ownerOnly whether only processes of the server's own user can reach it, which say for
   *     whom they ask
   */
  public Gate(
      Hosts hosts,
      @Nullable TokenBook tokens,
      @Nullable HostSignIn host,
      Sessions sessions,
      Proxies proxies,
      SignInLink link,
      long perSecond,
      boolean ownerOnly) {
    this.ownerOnly = ownerOnly;
    this.hosts = hosts;
    this.tokens = tokens;
    this.host = host;
    this.sessions = sessions;
    this.proxies = proxies;
    this.link = link;
    this.requests = new RateLimits(perSecond, Duration.ofSeconds(1));
  }

  /** Adds the checks before all routes. */
  public void install(RoutesConfig routes) {
    routes.before(this::receive);
    Prefix.install(routes);
    routes.beforeMatched(Gate::admit);
  }

  /** The sender of a checked request. */
  public static Caller caller(Context ctx) {
    Caller caller = ctx.attribute(CALLER);
    return caller == null ? Caller.NOBODY : caller;
  }

  /** The sender of a checked request, as the application knows it. */
  public static Actor actor(Context ctx) {
    Actor actor = ctx.attribute(ACTOR);
    if (actor != null) {
      return actor;
    }
    Caller caller = caller(ctx);
    return new Actor(caller.principal(), address(ctx), caller.may(Role.ADMIN));
  }

  /**
   * Whether the session or token of a checked request still holds, with the same role. It may be
   * asked later, on any thread, for an answer that takes long. What an application around the
   * dashboard has decided is not asked again.
   */
  public static BooleanSupplier standing(Context ctx) {
    BooleanSupplier standing = ctx.attribute(STANDING);
    return standing == null ? () -> true : standing;
  }

  /** The client's address of a checked request, as far as proxies are trusted. */
  public static String address(Context ctx) {
    String address = ctx.attribute(ADDRESS);
    return address == null ? ctx.ip() : address;
  }

  /**
   * Result of checking a request before its body is read.
   *
   * @param name of the caller, or the client's address if the caller is unknown
   * @param known whether the caller is authenticated
   * @param admitted whether the caller's role permits the route
   * @param former the caller of an expired session who would otherwise be admitted; null in all
   *     other cases
   */
  public record First(String name, boolean known, boolean admitted, @Nullable String former) {}

  /**
   * Checks a request before its body is read. It counts and refuses nothing: the same request is
   * checked again later.
   *
   * @param roles of the route; empty if there is none
   */
  public First first(Request request, Set<? extends RouteRole> roles) {
    First first = first(Asked.of(request), roles);
    if (first.former() != null) {
      request.setAttribute(FORMER, first.former());
    }
    return first;
  }

  /** Does the same in a servlet container. */
  public First first(HttpServletRequest request, Set<? extends RouteRole> roles) {
    First first = first(Asked.of(request), roles);
    if (first.former() != null) {
      request.setAttribute(FORMER, first.former());
    }
    return first;
  }

  private First first(Asked asked, Set<? extends RouteRole> roles) {
    String address = proxies.client(asked);
    boolean welcome = hosts.admit(asked.header("Host")) && isOwnOrigin(asked);
    Caller caller = welcome ? recognized(asked).orElse(Caller.NOBODY) : Caller.NOBODY;
    boolean known = caller.role() != Role.NOBODY;
    Role needed = roles.isEmpty() ? null : needed(roles);
    String former = welcome && !known && needed != null ? former(asked, needed) : null;
    return new First(
        known ? caller.name() : address,
        known,
        welcome && needed != null && caller.may(needed),
        former);
  }

  private @Nullable String former(Asked asked, Role needed) {
    TokenBook book = tokens;
    String id = asked.cookie();
    if (book == null || id == null || asked.header("Authorization") != null) {
      return null;
    }
    return sessions
        .formerToken(id)
        .flatMap(book::byHash)
        .filter(token -> token.role().covers(needed))
        .map(Token::name)
        .orElse(null);
  }

  /** The caller of a refused request whose session has expired, or null. */
  public static @Nullable String former(Context ctx) {
    return ctx.req().getAttribute(FORMER) instanceof String name ? name : null;
  }

  /** Whether callers can sign in with tokens. */
  public boolean hasTokens() {
    return tokens != null;
  }

  /** Where the application around the dashboard signs in; empty if it does not say. */
  public Optional<String> hostSignIn(String to) {
    return host == null ? Optional.empty() : host.signInAddress(to);
  }

  /** Whether the server answers under the name in this {@code Host} header. */
  public boolean admitsHost(@Nullable String header) {
    return hosts.admit(header);
  }

  private void receive(Context ctx) {
    HEADERS.forEach(ctx::header);
    Asked asked = Asked.of(ctx);
    String address = proxies.client(asked);
    ctx.attribute(ADDRESS, address);
    Prefix.set(ctx, proxies.prefix(asked));
    if (!hosts.admit(asked.header("Host"))) {
      throw new RefusedException(
          RefusalCode.WRONG_HOST,
          "the server does not answer under this name",
          "Use localhost or the address in digits, or start it with --allow-host NAME.");
    }
    ONCE.forEach(name -> requireOnce(asked, name));
    if (!isOwnOrigin(asked)) {
      throw new RefusedException(
          RefusalCode.FOREIGN_ORIGIN,
          "a page of another site sent this request",
          "Send it from a page of this server, or from a program with a token.");
    }
    Caller caller = recognized(asked).orElseThrow(() -> wrong(address));
    String who = caller.role() == Role.NOBODY ? address : caller.name();
    if (!requests.admit(who)) {
      throw tooMany("too many requests in a second");
    }
    ctx.attribute(CALLER, caller);
    ctx.attribute(STANDING, standing(asked, caller));
    String actor = ownerOnly ? asked.header(ActorHeader.NAME) : null;
    if (actor != null) {
      ctx.attribute(ACTOR, ActorHeader.actor(actor));
    }
  }

  /** A proxy before the server may have read the other value. */
  private static void requireOnce(Asked asked, String name) {
    if (asked.headers().apply(name).size() > 1) {
      throw new RefusedException(
          RefusalCode.REPEATED_HEADER,
          "the request has more than one header " + name,
          "Send it once.");
    }
  }

  private boolean isOwnOrigin(Asked asked) {
    if (HARMLESS.contains(asked.method())) {
      return true;
    }
    String site = asked.header("Sec-Fetch-Site");
    String origin = asked.header("Origin");
    return site != null
        ? site.equals("same-origin") || site.equals("none")
        : origin == null || origin.equals(proxies.scheme(asked) + "://" + asked.header("Host"));
  }

  /** Returns the caller, {@link Caller#NOBODY} without a token, or empty if the token is wrong. */
  private Optional<Caller> recognized(Asked asked) {
    TokenBook book = tokens;
    if (book == null) {
      return Optional.of(host == null ? Caller.LOCAL : ofHost(host, asked).orElse(Caller.NOBODY));
    }
    String header = asked.header("Authorization");
    if (header != null && header.startsWith(BEARER)) {
      return book.bySecret(header.substring(BEARER.length()).strip())
          .map(token -> caller(token, Caller.Proof.TOKEN));
    }
    Caller caller =
        Optional.ofNullable(asked.cookie())
            .flatMap(sessions::token)
            .flatMap(book::byHash)
            .map(token -> caller(token, Caller.Proof.SESSION))
            .or(() -> host == null ? Optional.empty() : ofHost(host, asked))
            .orElse(Caller.NOBODY);
    return Optional.of(caller);
  }

  private BooleanSupplier standing(Asked asked, Caller caller) {
    boolean tokenOrSession =
        caller.proof() == Caller.Proof.TOKEN || caller.proof() == Caller.Proof.SESSION;
    if (!tokenOrSession) {
      return () -> true;
    }
    Asked kept = asked.kept("Authorization");
    return () -> recognized(kept).filter(caller::equals).isPresent();
  }

  private static Optional<Caller> ofHost(HostSignIn host, Asked asked) {
    HttpServletRequest request = asked.servlet();
    return request == null ? Optional.empty() : host.caller(request);
  }

  private static Caller caller(Token token, Caller.Proof proof) {
    return new Caller(new Principal(token.name(), false), token.role(), proof);
  }

  /** Counts a wrong token. A right one is accepted however many wrong ones there were. */
  private RefusedException wrong(String address) {
    if (!wrongTokens.admit(address)) {
      return tooMany("too many wrong tokens in a minute");
    }
    return new RefusedException(
        RefusalCode.WRONG_TOKEN,
        "the server does not know this token",
        "Make one with 'escarole token create NAME' on the server's machine.");
  }

  private static RefusedException tooMany(String message) {
    return new RefusedException(
        RefusalCode.TOO_MANY_REQUESTS, message, "Wait a little, then go on.");
  }

  private static void admit(Context ctx) {
    Caller caller = caller(ctx);
    Role needed = needed(ctx.routeRoles());
    if (caller.may(needed)) {
      return;
    }
    if (caller.role() == Role.NOBODY) {
      throw new RefusedException(
          RefusalCode.NO_TOKEN,
          "the server asks for a token",
          "Sign in, or send 'Authorization: Bearer TOKEN'.");
    }
    throw new RefusedException(
        RefusalCode.NOT_ALLOWED,
        "%s has the role %s; this needs the role %s"
            .formatted(caller.name(), caller.role().word(), needed.word()),
        "Ask an administrator for a token of that role.");
  }

  private static Role needed(Set<? extends RouteRole> roles) {
    return roles.stream()
        .filter(Role.class::isInstance)
        .map(Role.class::cast)
        .findFirst()
        .orElse(Role.ADMIN);
  }

  /**
   * Starts a session and sets its cookie.
   *
   * @throws RefusedException if the token is wrong
   */
  public Caller signIn(Context ctx, String secret) {
    TokenBook book = tokens;
    Token token =
        (book == null ? Optional.<Token>empty() : book.bySecret(secret.strip()))
            .orElseThrow(() -> wrong(address(ctx)));
    return begin(ctx, token);
  }

  /**
   * Starts a session of the server's owner with the secret of a sign-in link, which works once.
   *
   * @throws RefusedException if the link was used, has expired, or was never made
   */
  public Caller signInOnce(Context ctx, String secret) {
    TokenBook book = tokens;
    Optional<Token> owner = book == null ? Optional.empty() : book.owner();
    if (owner.isEmpty() || !link.redeem(secret)) {
      RefusedException refusal = wrong(address(ctx));
      throw refusal.code().kind() == RefusalCode.Kind.TOO_MANY
          ? refusal
          : new RefusedException(
              RefusalCode.USED_LINK,
              "this link was used before, or is too old",
              "Start the server again for a new one, or sign in with a token.");
    }
    return begin(ctx, owner.get());
  }

  private Caller begin(Context ctx, Token token) {
    // The cookie outlives the session, so that the server knows whose form comes too late.
    int seconds = (int) Sessions.LASTS.plus(Sessions.REMEMBERED).toSeconds();
    endSession(ctx);
    ctx.cookie(cookie(ctx, sessions.begin(token), seconds));
    Caller caller = caller(token, Caller.Proof.SESSION);
    ctx.attribute(CALLER, caller);
    return caller;
  }

  /** Ends the session of the request, if there is one. */
  public void signOut(Context ctx) {
    if (endSession(ctx)) {
      ctx.cookie(cookie(ctx, "", 0));
    }
  }

  private boolean endSession(Context ctx) {
    String id = ctx.cookie(COOKIE);
    if (id != null) {
      sessions.end(id);
    }
    return id != null;
  }

  private Cookie cookie(Context ctx, String value, int seconds) {
    boolean secure = proxies.scheme(Asked.of(ctx)).equals("https");
    return new Cookie(
        COOKIE, value, Prefix.cookiePath(ctx), seconds, secure, true, null, SameSite.STRICT);
  }

  /**
   * Limits the request rate of each caller. Counts are kept for the {@value #MOST} latest callers.
   * Thread-safe.
   */
  private static final class RateLimits {

    private static final int MOST = 4096;

    private final long count;
    private final Duration per;
    private final Map<String, Bucket> buckets =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST;
          }
        };

    /** The count is the burst, refilled evenly over each period. */
    RateLimits(long count, Duration per) {
      this.count = count;
      this.per = per;
    }

    boolean admit(String caller) {
      return bucket(caller).tryConsume(1);
    }

    private synchronized Bucket bucket(String caller) {
      return buckets.computeIfAbsent(
          caller,
          unused ->
              Bucket.builder()
                  .addLimit(limit -> limit.capacity(count).refillGreedy(count, per))
                  .build());
    }
  }
}
