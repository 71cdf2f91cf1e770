package dev.escarole.web.page.command;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.command.CommandList;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.command.CommandsQuery;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.UploadedFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The list of commands, where administrators also add them. */
public final class CommandsPage {

  private final Pages pages;

  public CommandsPage(Pages pages) {
    this.pages = pages;
  }

  /**
   * Content of the page.
   *
   * @param rows those that match the search
   * @param adding the form for another command; null if the caller may not add any
   */
  public record View(
      String search, CommandList list, List<CommandPicture> rows, @Nullable Adding adding) {}

  /**
   * The form that adds a command.
   *
   * @param error why it was not added; null if it was not sent
   */
  public record Adding(String name, String mode, @Nullable String error, String hint) {}

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/commands", ctx -> show(ctx, new Adding("", "argv", null, "")), Role.VIEWER);
    routes.post("/commands", this::add, Role.ADMIN);
  }

  private void show(Context ctx, Adding adding) {
    String search = Pages.query(ctx, "q");
    String wanted = search.toLowerCase(Locale.ROOT);
    CommandList list = pages.escarole(ctx).commands(CommandsQuery.DETAILED);
    boolean mayAdd =
        Gate.caller(ctx).may(Role.ADMIN) && Objects.requireNonNull(list.details()).extensible();
    List<CommandPicture> rows =
        list.commands().stream()
            .filter(
                each ->
                    each.name().toLowerCase(Locale.ROOT).contains(wanted)
                        || each.artifact().startsWith(wanted))
            .toList();
    View view = new View(search, list, rows, mayAdd ? adding : null);
    pages.show(ctx, "command/list.jte", "Commands", Frame.Place.COMMANDS, view);
  }

  private void add(Context ctx) {
    String name = Objects.toString(ctx.formParam("name"), "").strip();
    String mode = Objects.toString(ctx.formParam("mode"), "argv");
    try {
      byte[] program = program(ctx.uploadedFile("program"));
      ArgumentMode how = ArgumentMode.of(mode).orElse(ArgumentMode.ARGV);
      String added =
          pages.escarole(ctx).addCommand(new AddCommandRequest(name, how, program)).name();
      ctx.redirect("/commands/" + added, HttpStatus.SEE_OTHER);
    } catch (RefusedException e) {
      if (e.code().kind() == RefusalCode.Kind.FORBIDDEN) {
        throw e;
      }
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      show(ctx, new Adding(name, mode, Words.sentence(e.getMessage()), e.hint()));
    }
  }

  private static byte[] program(@Nullable UploadedFile file) {
    if (file == null || file.size() == 0) {
      throw new RefusedException(
          RefusalCode.NO_PROGRAM, "no program was sent", "Choose a .wasm file.");
    }
    try (InputStream in = file.content()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new RefusedException(
          RefusalCode.NO_PROGRAM, "the program is incomplete", "Send it again.");
    }
  }
}
