package dev.escarole.web.page.approval;

import dev.escarole.web.access.Gate;
import dev.escarole.web.access.Prefix;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.approval.AwaitList;
import dev.escarole.web.app.approval.AwaitPicture;
import dev.escarole.web.app.approval.AwaitsQuery;
import dev.escarole.web.app.approval.CallbackFacts;
import dev.escarole.web.app.approval.DecisionRequest;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.app.system.WhoAmI;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Objects;

/** The page of all steps that wait, and the forms that answer them. */
public final class ApprovalsPage {

  private static final int MOST = 200;
  private static final String ADDRESS = "/approvals";

  private final Pages pages;

  public ApprovalsPage(Pages pages) {
    this.pages = pages;
  }

  /**
   * Content of the page.
   *
   * @param more how many more wait
   */
  public record View(List<AwaitView> awaits, long more) {
    public View {
      awaits = List.copyOf(awaits);
    }
  }

  /**
   * Content of the page of a callback's address.
   *
   * @param url the whole address
   */
  public record Callback(CallbackFacts facts, String url) {}

  /** Adds the page and the forms to a server. */
  public void install(RoutesConfig routes) {
    routes.get(ADDRESS, this::show, Role.VIEWER);
    routes.post("/runs/{id}/steps/{path}/approve", ctx -> decide(ctx, true), Role.OPERATOR);
    routes.post("/runs/{id}/steps/{path}/reject", ctx -> decide(ctx, false), Role.OPERATOR);
    routes.post("/runs/{id}/steps/{path}/callback", this::callback, Role.OPERATOR);
  }

  /** The waits of a run, as the sender of a request sees them. */
  public static List<AwaitView> of(Context ctx, Escarole escarole, String run) {
    List<AwaitPicture> all = escarole.awaits(AwaitsQuery.of(run)).awaits();
    return all.isEmpty() ? List.of() : views(all, decider(ctx, escarole), "");
  }

  private static AwaitView.Decider decider(Context ctx, Escarole escarole) {
    WhoAmI who = escarole.who(NoInput.NONE);
    String whyNot =
        who.decides()
            ? ""
            : "You cannot decide: the policy does not grant you the capability 'approve'.";
    return new AwaitView.Decider(
        who.principal(),
        Gate.caller(ctx).may(Role.OPERATOR) ? whyNot : "Your token lets you look, not decide.");
  }

  private static List<AwaitView> views(
      List<AwaitPicture> all, AwaitView.Decider decider, String back) {
    return all.stream().map(each -> AwaitView.of(each, decider, back)).toList();
  }

  private void show(Context ctx) {
    Escarole escarole = pages.escarole(ctx);
    AwaitList list = escarole.awaits(AwaitsQuery.now(MOST));
    View view =
        new View(
            views(list.awaits(), decider(ctx, escarole), ADDRESS),
            list.waiting() - list.awaits().size());
    pages.show(ctx, "approval/list.jte", "Approvals", Frame.Place.APPROVALS, view);
  }

  private void decide(Context ctx, boolean approves) {
    String attempt = ctx.formParam("attempt");
    boolean number = attempt != null && attempt.matches("[1-9][0-9]{0,8}");
    DecisionRequest request =
        new DecisionRequest(
            ctx.pathParam("id"),
            ctx.pathParam("path"),
            ctx.formParam("comment"),
            number ? Long.valueOf(attempt) : null);
    Escarole escarole = pages.escarole(ctx);
    String run = (approves ? escarole.approve(request) : escarole.reject(request)).run();
    boolean list = Objects.equals(ctx.formParam("back"), ADDRESS);
    ctx.redirect(list ? ADDRESS : "/runs/" + run, HttpStatus.SEE_OTHER);
  }

  private void callback(Context ctx) {
    CallbackFacts facts =
        pages.escarole(ctx).callback(new StepName(ctx.pathParam("id"), ctx.pathParam("path")));
    Callback view = new Callback(facts, origin(ctx) + Prefix.of(ctx) + facts.address());
    pages.show(ctx, "approval/callback.jte", "Callback", Frame.Place.APPROVALS, view);
  }

  /** The server as the browser calls it, which says so with each form. */
  private static String origin(Context ctx) {
    String origin = ctx.header("Origin");
    return origin == null || !origin.startsWith("http")
        ? ctx.scheme() + "://" + ctx.host()
        : origin;
  }
}
