package dev.escarole.web.page.run;

import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunId;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.local.RerunOrder;
import dev.escarole.web.app.local.RunActions;
import dev.escarole.web.page.Confirmation;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.ArrayList;
import java.util.List;

/** What people do with one run. */
final class RunForms {

  private static final String YES = "yes";

  private final Pages pages;
  private final RunActions actions;
  private final RunRecords records;

  RunForms(Pages pages, Installation service, RunRecords records) {
    this.pages = pages;
    this.actions = service.runs();
    this.records = records;
  }

  void install(RoutesConfig routes) {
    routes.post("/runs/{id}/cancel", this::cancel, Role.OPERATOR);
    routes.post("/runs/{id}/steps/{path}/cancel", this::cancelBranch, Role.OPERATOR);
    routes.post("/runs/{id}/rerun", this::rerun, Role.OPERATOR);
    routes.post("/runs/{id}/resume", this::resume, Role.OPERATOR);
    routes.post("/runs/{id}/delete", this::delete, Role.OPERATOR);
  }

  private static Actor actor(Context ctx) {
    return Gate.actor(ctx);
  }

  private RunId id(Context ctx) {
    return actions.lookup().find(ctx.pathParam("id"));
  }

  private void cancel(Context ctx) {
    RunId id = id(ctx);
    actions.cancel(actor(ctx), id);
    goTo(ctx, id, "");
  }

  private void cancelBranch(Context ctx) {
    RunId id = id(ctx);
    String path = ctx.pathParam("path");
    actions.cancelBranch(actor(ctx), id, path);
    goTo(ctx, id, "/steps/" + path);
  }

  private void resume(Context ctx) {
    RunId id = id(ctx);
    actions.resume(actor(ctx), id);
    goTo(ctx, id, "");
  }

  private void goTo(Context ctx, RunId id, String place) {
    records.forget(id);
    ctx.redirect("/runs/" + id + place, HttpStatus.SEE_OTHER);
  }

  private void rerun(Context ctx) {
    RunId id = id(ctx);
    RerunScope scope = scope(ctx);
    boolean force = YES.equals(ctx.formParam("force"));
    try {
      RerunOrder order = RerunOrder.of(scope).withForce(force);
      goTo(ctx, actions.rerun(actor(ctx), id, order).id(), "");
    } catch (RefusedException e) {
      if (e.code() != RefusalCode.RERUN_REFUSED || force) {
        throw e;
      }
      ctx.status(HttpStatus.CONFLICT);
      askForForce(ctx, id, scope, String.valueOf(e.getMessage()));
    }
  }

  private static RerunScope scope(Context ctx) {
    String scope = ctx.formParam("scope");
    try {
      return RerunScope.parse(scope == null ? "" : scope);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          RefusalCode.BAD_SCOPE,
          "'scope' says how much is run again, and '%s' is none".formatted(scope),
          "It is 'all', 'failed', 'failed PATH', 'from PATH' or 'branch PATH'.");
    }
  }

  private void askForForce(Context ctx, RunId id, RerunScope scope, String why) {
    List<Confirmation.Field> fields = new ArrayList<>();
    fields.add(new Confirmation.Field("scope", scope.text()));
    fields.add(new Confirmation.Field("force", YES));
    ask(
        ctx,
        new Confirmation(
            "Run it again nevertheless?",
            why,
            List.of(),
            "/runs/" + id + "/rerun",
            fields,
            "Run again",
            "/runs/" + id));
  }

  private void delete(Context ctx) {
    RunId id = id(ctx);
    if (!YES.equals(ctx.formParam("confirmed"))) {
      ask(
          ctx,
          new Confirmation(
              "Delete this run?",
              "Its steps, outputs and workspace go for good.",
              List.of(id.value()),
              "/runs/" + id + "/delete",
              List.of(new Confirmation.Field("confirmed", YES)),
              "Delete",
              "/runs/" + id));
      return;
    }
    actions.delete(actor(ctx), id);
    records.forget(id);
    ctx.redirect("/runs", HttpStatus.SEE_OTHER);
  }

  private void ask(Context ctx, Confirmation question) {
    pages.show(ctx, "layout/confirm.jte", question.question(), Frame.Place.RUNS, question);
  }
}
