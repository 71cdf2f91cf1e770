package dev.escarole.web.page.command;

import dev.escarole.engine.ProgramFacts;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.web.access.Caller;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Sentences;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.UploadedFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The list of commands, where administrators also add them. */
public final class CommandsPage {

  private static final int LOOKED_AT = 2_000;

  private final Installation service;
  private final Pages pages;

  public CommandsPage(Installation service, Pages pages) {
    this.service = service;
    this.pages = pages;
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get(
        "/commands", ctx -> show(ctx, new CommandsView.Adding("", "argv", null, "")), Role.VIEWER);
    routes.post("/commands", this::add, Role.ADMIN);
  }

  private void show(Context ctx, CommandsView.Adding adding) {
    String search = Objects.toString(ctx.queryParam("q"), "").strip();
    List<StoredAudit> calls = service.engine().audit(AuditQuery.latest(LOOKED_AT));
    Map<String, Long> used = new HashMap<>();
    calls.forEach(call -> used.merge(call.entry().command(), 1L, Long::sum));
    List<Command> all = service.commands().list();
    List<CommandsView.Row> rows =
        all.stream()
            .filter(command -> matches(command, search))
            .map(command -> row(service, command, used.getOrDefault(command.name(), 0L)))
            .toList();
    CommandsView.Adding shown = mayAdd(Gate.caller(ctx)) ? adding : null;
    pages.show(
        ctx,
        "command/list.jte",
        "Commands",
        Frame.Place.COMMANDS,
        new CommandsView(rows, all.size(), search, calls.size(), shown));
  }

  private boolean mayAdd(Caller caller) {
    return caller.may(Role.ADMIN) && service.commands().mayChange(caller.principal());
  }

  private static boolean matches(Command command, String search) {
    String wanted = search.toLowerCase(Locale.ROOT);
    return command.name().toLowerCase(Locale.ROOT).contains(wanted)
        || command.artifact().sha256().startsWith(wanted);
  }

  /** What lists and pages say of a command. */
  static CommandsView.Row row(Installation service, Command command, long used) {
    Optional<ProgramFacts> facts = service.commands().program(command);
    return new CommandsView.Row(
        command.name(),
        command.artifact().sha256(),
        facts.map(program -> Words.bytes(program.bytes())).orElse(""),
        switch (command.origin()) {
          case BUILT_IN -> "built-in";
          case REGISTERED -> "registered";
        },
        command.mode().word(),
        facts.map(ProgramFacts::callsCommands).orElse(false),
        used);
  }

  private void add(Context ctx) {
    String name = Objects.toString(ctx.formParam("name"), "").strip();
    String mode = Objects.toString(ctx.formParam("mode"), "argv");
    try {
      byte[] program = program(ctx.uploadedFile("program"));
      ArgumentMode how = ArgumentMode.of(mode).orElse(ArgumentMode.ARGV);
      Command added = service.commands().add(Gate.actor(ctx), name, program, how);
      ctx.redirect("/commands/" + added.name(), HttpStatus.SEE_OTHER);
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
          RefusalCode.NO_PROGRAM, "no program was sent along", "Choose a .wasm file.");
    }
    try (InputStream in = file.content()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new RefusedException(
          RefusalCode.NO_PROGRAM, "the program did not arrive whole", "Send it again.");
    }
  }
}
