package dev.escarole.web.page.list;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.page.Confirmation;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Actions on several runs, after a confirmation. */
public final class Selection {

  /** The length of a page of the list. */
  private static final int MOST = 100;

  private final Pages pages;

  public Selection(Pages pages) {
    this.pages = pages;
  }

  private enum Action {
    CANCEL("Cancel", "Nothing new starts in them, and running commands are stopped."),
    RERUN("Run again", "Each is rerun from the start, as a new run."),
    DELETE("Delete", "Their steps, outputs and workspaces are deleted for good.");

    private final String words;
    private final String meaning;

    Action(String words, String meaning) {
      this.words = words;
      this.meaning = meaning;
    }

    static Action of(@Nullable String word) {
      try {
        return valueOf(word == null ? "" : word.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw malformed("'action' is cancel, rerun or delete");
      }
    }
  }

  /**
   * The result.
   *
   * @param done how many runs succeeded, in words
   * @param refused one line for each of the other runs, with the reason
   */
  public record Report(String done, List<String> refused) {}

  /** Adds it to a server. */
  public void install(RoutesConfig routes) {
    routes.post("/runs/selection", this::select, Role.OPERATOR);
  }

  private void select(Context ctx) {
    Action action = Action.of(ctx.formParam("action"));
    List<String> runs = runs(ctx);
    if (!"yes".equals(ctx.formParam("confirmed"))) {
      ask(ctx, action, runs);
      return;
    }
    List<String> refused = new ArrayList<>();
    Escarole application = pages.escarole(ctx);
    for (String run : runs) {
      try {
        Object unused = act(application, action, run);
      } catch (RefusedException e) {
        refused.add(run + ": " + e.getMessage() + ". " + e.hint());
      }
    }
    if (refused.isEmpty()) {
      ctx.redirect("/runs", HttpStatus.SEE_OTHER);
      return;
    }
    ctx.status(HttpStatus.CONFLICT);
    int done = runs.size() - refused.size();
    Report report = new Report("%d of %d".formatted(done, runs.size()), refused);
    pages.show(ctx, "runs/selection.jte", action.words, Frame.Place.RUNS, report);
  }

  private static List<String> runs(Context ctx) {
    List<String> ids = ctx.formParams("run").stream().distinct().toList();
    if (ids.isEmpty()) {
      throw malformed("no run was selected");
    }
    if (ids.size() > MOST) {
      throw malformed("at most %d runs can be selected, %d were".formatted(MOST, ids.size()));
    }
    return ids;
  }

  private static RefusedException malformed(String what) {
    return new RefusedException(RefusalCode.BAD_SELECTION, what, "Select runs in the list.");
  }

  private void ask(Context ctx, Action action, List<String> runs) {
    List<Confirmation.Field> fields = new ArrayList<>();
    fields.add(new Confirmation.Field("action", action.name().toLowerCase(Locale.ROOT)));
    fields.add(new Confirmation.Field("confirmed", "yes"));
    runs.forEach(run -> fields.add(new Confirmation.Field("run", run)));
    String many = runs.size() == 1 ? "this run?" : "these " + runs.size() + " runs?";
    String question =
        action == Action.RERUN ? "Run " + many.replace("?", " again?") : action.words + " " + many;
    Confirmation confirmation =
        new Confirmation(
            question, action.meaning, runs, "/runs/selection", fields, action.words, "/runs");
    pages.show(ctx, "layout/confirm.jte", question, Frame.Place.RUNS, confirmation);
  }

  private static Object act(Escarole escarole, Action action, String run) {
    return switch (action) {
      case CANCEL -> escarole.cancel(new CancelRequest(run, null));
      case RERUN -> escarole.rerun(RerunRequest.all(run));
      case DELETE -> escarole.delete(new RunName(run));
    };
  }
}
