package dev.escarole.web.page.run;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.page.Confirmation;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people do with one run. */
final class RunForms {

  private static final String YES = "yes";
  private static final List<String> SCOPES = List.of("all", "failed", "from", "branch", "cause");

  private final Pages pages;
  private final RunRecords records;

  RunForms(Pages pages, RunRecords records) {
    this.pages = pages;
    this.records = records;
  }

  void install(RoutesConfig routes) {
    routes.post("/runs/{id}/cancel", this::cancel, Role.OPERATOR);
    routes.post("/runs/{id}/steps/{path}/cancel", this::cancelBranch, Role.OPERATOR);
    routes.post("/runs/{id}/rerun", this::rerun, Role.OPERATOR);
    routes.post("/runs/{id}/resume", this::resume, Role.OPERATOR);
    routes.post("/runs/{id}/delete", this::delete, Role.OPERATOR);
  }

  private static String id(Context ctx) {
    return ctx.pathParam("id");
  }

  private void cancel(Context ctx) {
    goTo(ctx, pages.escarole(ctx).cancel(new CancelRequest(id(ctx), null)).run(), "");
  }

  private void cancelBranch(Context ctx) {
    String path = ctx.pathParam("path");
    String run = pages.escarole(ctx).cancel(new CancelRequest(id(ctx), path)).run();
    goTo(ctx, run, "/steps/" + path);
  }

  private void resume(Context ctx) {
    goTo(ctx, pages.escarole(ctx).resume(new RunName(id(ctx))).run(), "");
  }

  private void goTo(Context ctx, String run, String place) {
    records.forget(run);
    ctx.redirect("/runs/" + run + place, HttpStatus.SEE_OTHER);
  }

  private void rerun(Context ctx) {
    String scope = ctx.formParam("scope");
    boolean force = YES.equals(ctx.formParam("force"));
    RerunRequest request = request(id(ctx), scope == null ? "" : scope, force);
    if (!force && !YES.equals(ctx.formParam("confirmed"))) {
      askToRerun(ctx, request, String.valueOf(scope));
      return;
    }
    try {
      goTo(ctx, pages.escarole(ctx).rerun(request).head().run(), "");
    } catch (RefusedException e) {
      if (e.code() != RefusalCode.RERUN_REFUSED || force) {
        throw e;
      }
      ctx.status(HttpStatus.CONFLICT);
      askForForce(ctx, scope, String.valueOf(e.getMessage()));
    }
  }

  private void askToRerun(Context ctx, RerunRequest request, String scope) {
    Escarole application = pages.escarole(ctx);
    RunHead run = application.head(new RunName(id(ctx)));
    if (!run.hasEnded()) {
      throw new RefusedException(
          RefusalCode.RERUN_REFUSED,
          "run %s is not over".formatted(run.run()),
          "Cancel it first, or wait for its end.");
    }
    RerunQuestion question =
        new RerunQuestion(records.read(application, run), scope, application.previewRerun(request));
    pages.show(ctx, "run/rerun.jte", question.question(), Frame.Place.RUNS, question);
  }

  private static RerunRequest request(String run, String scope, boolean force) {
    int blank = scope.indexOf(' ');
    String word = blank < 0 ? scope : scope.substring(0, blank);
    String path = blank < 0 ? null : scope.substring(blank + 1);
    if (!SCOPES.contains(word)) {
      throw new RefusedException(
          RefusalCode.BAD_SCOPE,
          "'scope' says how much is run again, and '%s' is none".formatted(scope),
          "It is 'all', 'failed', 'failed PATH', 'from PATH', 'branch PATH' or 'cause KEY'.");
    }
    return new RerunRequest(run, word, path, force, null, null, null, null);
  }

  private void askForForce(Context ctx, @Nullable String scope, String why) {
    String address = "/runs/" + id(ctx);
    ask(
        ctx,
        new Confirmation(
            "Run it again nevertheless?",
            why,
            List.of(),
            address + "/rerun",
            List.of(
                new Confirmation.Field("scope", String.valueOf(scope)),
                new Confirmation.Field("force", YES)),
            "Run again",
            address));
  }

  private void delete(Context ctx) {
    Escarole application = pages.escarole(ctx);
    String run = application.head(new RunName(id(ctx))).run();
    if (!YES.equals(ctx.formParam("confirmed"))) {
      ask(
          ctx,
          new Confirmation(
              "Delete this run?",
              "Its steps, outputs and workspace go for good.",
              List.of(run),
              "/runs/" + run + "/delete",
              List.of(new Confirmation.Field("confirmed", YES)),
              "Delete",
              "/runs/" + run));
      return;
    }
    application.delete(new RunName(run));
    records.forget(run);
    ctx.redirect("/runs", HttpStatus.SEE_OTHER);
  }

  private void ask(Context ctx, Confirmation question) {
    pages.show(ctx, "layout/confirm.jte", question.question(), Frame.Place.RUNS, question);
  }
}
