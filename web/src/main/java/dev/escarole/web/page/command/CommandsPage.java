package dev.escarole.web.page.command;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.command.CommandList;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.command.CommandsQuery;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Sentences;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.UploadedFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The list of commands, where administrators also add them. */
public final class CommandsPage {

  private final Pages pages;
  private final Function<Context, Escarole> escarole;

  /**
   * @param escarole the application for the sender of a request
   */
  public CommandsPage(Pages pages, Function<Context, Escarole> escarole) {
    this.pages = pages;
    this.escarole = escarole;
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get(
        "/commands", ctx -> show(ctx, new CommandsView.Adding("", "argv", null, "")), Role.VIEWER);
    routes.post("/commands", this::add, Role.ADMIN);
  }

  private void show(Context ctx, CommandsView.Adding adding) {
    String search = Objects.toString(ctx.queryParam("q"), "").strip();
    CommandList list = escarole.apply(ctx).commands(CommandsQuery.DETAILED);
    CommandList.Details details = Objects.requireNonNull(list.details());
    boolean mayAdd = Gate.caller(ctx).may(Role.ADMIN) && details.extensible();
    pages.show(
        ctx,
        "command/list.jte",
        "Commands",
        Frame.Place.COMMANDS,
        new CommandsView(
            list.commands().stream()
                .filter(command -> matches(command, search))
                .map(CommandsView.Row::of)
                .toList(),
            list.commands().size(),
            search,
            details.counted(),
            mayAdd ? adding : null));
  }

  private static boolean matches(CommandPicture command, String search) {
    String wanted = search.toLowerCase(Locale.ROOT);
    return command.name().toLowerCase(Locale.ROOT).contains(wanted)
        || command.artifact().startsWith(wanted);
  }

  private void add(Context ctx) {
    String name = Objects.toString(ctx.formParam("name"), "").strip();
    String mode = Objects.toString(ctx.formParam("mode"), "argv");
    try {
      byte[] program = program(ctx.uploadedFile("program"));
      ArgumentMode how = ArgumentMode.of(mode).orElse(ArgumentMode.ARGV);
      String added =
          escarole.apply(ctx).addCommand(new AddCommandRequest(name, how, program)).name();
      ctx.redirect("/commands/" + added, HttpStatus.SEE_OTHER);
    } catch (RefusedException e) {
      if (e.code().kind() == RefusalCode.Kind.FORBIDDEN) {
        throw e;
      }
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      show(ctx, new CommandsView.Adding(name, mode, Sentences.of(e.getMessage()), e.hint()));
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
