package dev.escarole.web.app;

import dev.escarole.web.app.command.BuildRequest;
import dev.escarole.web.app.command.BuiltPicture;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandSource;
import dev.escarole.web.app.command.FreezeRequest;
import dev.escarole.web.app.command.FrozenPicture;
import java.util.Set;

/** The verbs of commands that are frozen or built here. */
public final class CommandVerbs {

  public static final Verb<FreezeRequest, FrozenPicture> FREEZE =
      new Verb<>(
          "command.freeze",
          "freezeCommand",
          "commands",
          "Initializes a command's program once, and adds the result as another command",
          "Calls of that command begin where the initializer ended. The policy has to give the "
              + "caller the capability 'commands', and the directories.",
          Role.ADMIN,
          true,
          new Verb.Route("POST", "/commands/{name}/freeze", 200),
          FreezeRequest.class,
          FrozenPicture.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::freezeCommand);

  public static final Verb<BuildRequest, BuiltPicture> BUILD =
      new Verb<>(
          "command.build",
          "buildCommand",
          "commands",
          "Builds a command from source, in the sandbox",
          "The compilers are commands, called on behalf of the caller. The same build again is"
              + " looked up. The policy has to give the caller the capability 'commands', and the"
              + " compilers. Replies when the command is registered.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/commands/{name}/build", 200),
          BuildRequest.class,
          BuiltPicture.class,
          Set.of(RefusalCode.Kind.CONFLICT),
          (escarole, request) -> escarole.buildCommand(request, line -> {}));

  public static final Verb<CommandName, CommandSource> SOURCE =
      new Verb<>(
          "command.source",
          "getCommandSource",
          "commands",
          "Shows the sources of a command that was built here",
          "",
          Role.OPERATOR,
          false,
          new Verb.Route("GET", "/commands/{name}/source", 200),
          CommandName.class,
          CommandSource.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::commandSource);

  private CommandVerbs() {}
}
