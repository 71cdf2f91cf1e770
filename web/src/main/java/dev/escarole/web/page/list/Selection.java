package dev.escarole.web.page.list;

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
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
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
    CANCEL("Cancel", "Nothing new starts in them, and running commands are stopped.") {
      @Override
      boolean fits(RunHead run) {
        return !run.hasEnded();
      }
    },
    RERUN(
        "Rerun",
        "Each is rerun from the start, as a new run: all its commands run again, and no result is"
            + " kept. The runs themselves stay as they are.") {
      @Override
      boolean fits(RunHead run) {
        return run.hasEnded();
      }
    },
    DELETE("Delete", "Their steps, outputs, files and workspaces are deleted for good.") {
      @Override
      boolean fits(RunHead run) {
        return run.hasEnded();
      }
    };

    private final String words;
    private final String meaning;

    Action(String words, String meaning) {
      this.words = words;
      this.meaning = meaning;
    }

    /** Whether it can be done with a run that is like this. */
    abstract boolean fits(RunHead run);

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

  /** Says what would be done with how many of the runs, and which are left as they are. */
  private void ask(Context ctx, Action action, List<String> runs) {
    Escarole application = pages.escarole(ctx);
    List<RunHead> heads = runs.stream().flatMap(run -> head(application, run)).toList();
    List<RunHead> fitting = heads.stream().filter(action::fits).toList();
    List<Confirmation.Field> fields = new ArrayList<>();
    fields.add(new Confirmation.Field("action", action.name().toLowerCase(Locale.ROOT)));
    fields.add(new Confirmation.Field("confirmed", "yes"));
    fitting.forEach(run -> fields.add(new Confirmation.Field("run", run.run())));
    String question = question(action, fitting.size());
    Confirmation confirmation =
        new Confirmation(
            question,
            (fitting.isEmpty() ? "" : action.meaning)
                + left(action, heads.size() - fitting.size())
                + gone(runs.size() - heads.size()),
            fitting.stream().map(Selection::line).toList(),
            "/runs/selection",
            fields,
            fitting.isEmpty() ? "" : action.words + " " + runs(fitting.size()),
            "/runs");
    pages.show(ctx, "layout/confirm.jte", question, Frame.Place.RUNS, confirmation);
  }

  private static String question(Action action, int runs) {
    return switch (runs) {
      case 0 -> "None of these runs fits";
      case 1 -> action.words + " this run?";
      default -> action.words + " these " + runs + " runs?";
    };
  }

  /** A run; none if it has been deleted since it was picked. */
  private static Stream<RunHead> head(Escarole application, String run) {
    try {
      return Stream.of(application.head(new RunName(run)));
    } catch (RefusedException e) {
      if (e.code().kind() != RefusalCode.Kind.NOT_FOUND) {
        throw e;
      }
      return Stream.empty();
    }
  }

  private static String gone(int runs) {
    return runs == 0
        ? ""
        : " %s picked %s deleted meanwhile.".formatted(runs(runs), runs == 1 ? "was" : "were");
  }

  /**
   * What is not done; empty if there is nothing.
   *
   * @param left how many runs do not fit
   */
  private static String left(Action action, int left) {
    if (left == 0) {
      return "";
    }
    String why = action == Action.CANCEL ? "ended already" : "not ended yet";
    return " %s picked %s %s and %s left as %s."
        .formatted(
            runs(left),
            left == 1 ? "has" : "have",
            why,
            left == 1 ? "is" : "are",
            left == 1 ? "it is" : "they are");
  }

  private static String runs(int count) {
    return Words.count(count, "run", "runs");
  }

  private static String line(RunHead run) {
    return "%s  %s  %s".formatted(run.run(), run.recipe(), run.status().word());
  }

  private static Object act(Escarole escarole, Action action, String run) {
    return switch (action) {
      case CANCEL -> escarole.cancel(new CancelRequest(run, null));
      case RERUN -> escarole.rerun(RerunRequest.all(run));
      case DELETE -> escarole.delete(new RunName(run));
    };
  }
}
