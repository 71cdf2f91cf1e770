package dev.escarole.web.app;

import dev.escarole.web.app.command.BegunAddition;
import dev.escarole.web.app.command.CatalogEntry;
import dev.escarole.web.app.command.CatalogList;
import dev.escarole.web.app.command.CatalogName;
import dev.escarole.web.app.command.CatalogQuery;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.VerifiedCommand;
import java.util.Set;

/** The verbs of the catalogue. */
public final class CatalogVerbs {

  public static final Verb<CatalogQuery, CatalogList> LIST =
      new Verb<>(
          "catalog.list",
          "listCatalog",
          "commands",
          "Lists the programs that can be added by name",
          "Nothing is fetched.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/catalog", 200),
          CatalogQuery.class,
          CatalogList.class,
          Set.of(RefusalCode.Kind.INVALID),
          Escarole::catalog);

  public static final Verb<CatalogName, CatalogEntry> READ =
      new Verb<>(
          "catalog.read",
          "getCatalogRow",
          "commands",
          "Shows a row of the catalogue, and how far adding it is",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/catalog/{name}", 200),
          CatalogName.class,
          CatalogEntry.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::catalogEntry);

  public static final Verb<CatalogName, BegunAddition> ADD =
      new Verb<>(
          "catalog.add",
          "addCatalogRow",
          "commands",
          "Begins to add the programs of a row of the catalogue",
          "They are fetched, verified and registered, or built, behind the request; the row says"
              + " how far that is. If that is under way, it goes on. The policy has to give the"
              + " caller the capability 'commands', too.",
          Role.ADMIN,
          true,
          new Verb.Route("POST", "/catalog/{name}/add", 202),
          CatalogName.class,
          BegunAddition.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::addFromCatalog);

  public static final Verb<CommandName, VerifiedCommand> VERIFY =
      new Verb<>(
          "command.verify",
          "verifyCommand",
          "commands",
          "Hashes a command's program again and runs its smoke tests",
          "The tests are those of its row of the catalogue, called on behalf of the caller. That"
              + " one fails is a reply.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/commands/{name}/verify", 200),
          CommandName.class,
          VerifiedCommand.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::verifyCommand);

  private CatalogVerbs() {}
}
