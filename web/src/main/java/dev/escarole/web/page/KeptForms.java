package dev.escarole.web.page;

import dev.escarole.web.access.Gate;
import dev.escarole.web.access.Prefix;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.page.recipe.SentForm;
import dev.escarole.web.page.words.Address;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Forms that were sent after their session had ended. They are not processed; they are kept in
 * memory for a while, and shown to the same person after the next sign-in. Nothing is ever sent
 * again automatically. Thread-safe.
 */
public final class KeptForms {

  static final Duration LASTS = Duration.ofHours(1);

  /** Most forms of one person; the oldest is dropped. */
  static final int MOST_OF_ONE = 4;

  /** Most forms of all. */
  static final int MOST = 64;

  private final Pages pages;
  private final InstantSource clock;
  private final Map<String, Kept> forms = new LinkedHashMap<>();

  public KeptForms(Pages pages, InstantSource clock) {
    this.pages = pages;
    this.clock = clock;
  }

  /**
   * A form, and whose it is.
   *
   * @param address where it was sent to
   * @param from the page that it was on
   * @param file whether files came with it, which are not kept
   */
  public record Kept(
      String owner,
      String address,
      String from,
      Map<String, List<String>> fields,
      boolean file,
      Instant until) {}

  /** Adds the page that shows a kept form. */
  public void install(RoutesConfig routes) {
    routes.get("/kept/{id}", this::show, Role.VIEWER);
  }

  /** Keeps the form of a late request; returns where to sign in and find it, or empty. */
  Optional<String> keep(Context ctx) {
    String owner = Gate.former(ctx);
    String type = String.valueOf(ctx.contentType());
    boolean form =
        type.startsWith("multipart/form-data")
            || type.startsWith("application/x-www-form-urlencoded");
    if (owner == null || !form || Pages.isScripted(ctx)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Pages.signIn("/kept/" + put(kept(ctx, owner))));
    } catch (RefusedException e) {
      // Such a form cannot be sent again.
      return Optional.empty();
    }
  }

  private Kept kept(Context ctx, String owner) {
    SentForm sent = SentForm.of(ctx);
    Instant until = clock.instant().plus(LASTS);
    boolean files = sent.file() != null || !sent.files().isEmpty();
    return new Kept(owner, Pages.address(ctx), from(ctx), sent.fields(), files, until);
  }

  /** The page that the form was on, without a prefix; browsers say so to the same site. */
  private static String from(Context ctx) {
    String prefix = Prefix.of(ctx);
    try {
      URI page = new URI(Objects.toString(ctx.header("Referer"), ""));
      String path = Objects.toString(page.getRawPath(), "");
      if (!Objects.equals(page.getRawAuthority(), ctx.host()) || !path.startsWith(prefix + "/")) {
        return Pages.START;
      }
      String query = page.getRawQuery() == null ? "" : "?" + page.getRawQuery();
      return Pages.onThisServer(path.substring(prefix.length()) + query);
    } catch (URISyntaxException e) {
      return Pages.START;
    }
  }

  private synchronized String put(Kept kept) {
    Instant now = clock.instant();
    forms.values().removeIf(each -> !each.until().isAfter(now));
    long own = forms.values().stream().filter(each -> each.owner().equals(kept.owner())).count();
    if (own >= MOST_OF_ONE || forms.size() >= MOST) {
      forms.entrySet().stream()
          .filter(each -> own < MOST_OF_ONE || each.getValue().owner().equals(kept.owner()))
          .map(Map.Entry::getKey)
          .findFirst()
          .ifPresent(forms::remove);
    }
    String id = TokenFile.random();
    forms.put(id, kept);
    return id;
  }

  /** The fields of the form that was kept for the caller; null if there is none. */
  public @Nullable Map<String, List<String>> fields(Context ctx) {
    String id = ctx.queryParam("kept");
    return id == null ? null : find(ctx, id).map(Kept::fields).orElse(null);
  }

  /** Whether files came with that form, which are not kept. */
  public boolean hadFiles(Context ctx) {
    String id = ctx.queryParam("kept");
    return id != null && find(ctx, id).map(Kept::file).orElse(false);
  }

  private synchronized Optional<Kept> find(Context ctx, String id) {
    return Optional.ofNullable(forms.get(id))
        .filter(each -> each.owner().equals(Gate.caller(ctx).name()))
        .filter(each -> each.until().isAfter(clock.instant()));
  }

  private void show(Context ctx) {
    String id = ctx.pathParam("id");
    Kept kept =
        find(ctx, id)
            .orElseThrow(
                () ->
                    new RefusedException(
                        RefusalCode.NOT_KEPT,
                        "no form is kept for you here",
                        "Forms are kept for an hour, for the person who sent them."));
    if (kept.address().matches("/recipes?[/?].*")) {
      // That page shows its form as it was filled in.
      String address = new Address(kept.address()).with("kept", id).toString();
      ctx.redirect(address, HttpStatus.SEE_OTHER);
      return;
    }
    pages.show(ctx, "access/kept.jte", "What you sent", Frame.Place.NOWHERE, kept);
  }
}
