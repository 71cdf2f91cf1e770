package dev.escarole.web.app.local;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.inbox.Inbox;
import dev.escarole.engine.inbox.InboxException;
import dev.escarole.engine.inbox.InboxHost;
import dev.escarole.engine.inbox.InboxOptions;
import dev.escarole.engine.inbox.InboxState;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.audit.Actions.ActionEntry;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeNames;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.inbox.InboxPicture;
import dev.escarole.web.app.inbox.InboxPicture.InboxCounts;
import dev.escarole.web.app.setup.ActionRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The inbox of an installation: what its files can run, and what is asked about it. Thread-safe.
 */
final class InboxFiles implements InboxHost {

  /** What a file that starts no run is called in the audit. */
  private static final String LAUNCH = "run.launch";

  private final Installation installation;
  private final Actor actor;

  private InboxFiles(Installation installation, Principal principal) {
    this.installation = installation;
    this.actor = new Actor(principal, "inbox");
  }

  /**
   * Opens an inbox over the engine of an installation.
   *
   * @throws InboxException if the directory cannot be an inbox
   * @throws RefusedException if it reaches the watched folder of recipes
   */
  static Inbox open(Installation installation, Path directory, InboxOptions options) {
    Path folder = installation.recipes().place();
    if (folder != null && overlap(real(folder), real(directory))) {
      throw new RefusedException(
          RefusalCode.BAD_DIRECTORY,
          "the inbox %s and the folder of recipes %s overlap".formatted(directory, folder),
          "Keep them apart with --inbox DIR: recipes in an inbox are run and moved away.");
    }
    InboxFiles files = new InboxFiles(installation, options.principal());
    return Inbox.open(installation.engine(), directory, files, options);
  }

  private static boolean overlap(Path one, Path other) {
    return one.startsWith(other) || other.startsWith(one);
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  @Override
  public Collection<Recipe> recipes() {
    return installation.recipes().entries().stream()
        .map(FolderEntry::recipe)
        .flatMap(Optional::stream)
        .toList();
  }

  /** Recipes and the requests that name them may be dropped at once, so the folder looks again. */
  @Override
  public @Nullable Recipe recipe(String name) {
    Recipes recipes = installation.recipes();
    if (!isInFolder(name) && !recipes.look()) {
      return null;
    }
    try {
      return recipes.find(new WantedRecipe.Named(inFolder(name)));
    } catch (RefusedException e) {
      if (!e.problems().isEmpty()) {
        throw new RecipeException(e.problems());
      }
      throw new IllegalArgumentException(e.getMessage() + ". " + e.hint(), e);
    }
  }

  private boolean isInFolder(String name) {
    return installation.recipes().entries().stream()
        .anyMatch(
            each -> each.name().equals(name) || RecipeNames.name(each.file().path()).equals(name));
  }

  /** A recipe without a name of its own can be named like its file, without the extension. */
  private String inFolder(String name) {
    List<String> files =
        installation.recipes().entries().stream()
            .filter(each -> RecipeNames.name(each.file().path()).equals(name))
            .map(FolderEntry::name)
            .toList();
    boolean known =
        installation.recipes().entries().stream().anyMatch(each -> each.name().equals(name));
    return !known && files.size() == 1 ? files.get(0) : name;
  }

  @Override
  public byte[] document(RunId run) {
    return Documents.bytes(installation.reading().run(run.value()));
  }

  @Override
  public void launched(String file, RunId run) {
    record(run.value(), ActionEntry.DONE);
  }

  @Override
  public void refused(String file, String why) {
    record(file, RefusalCode.UNUSABLE_FILE.word());
  }

  private void record(String target, String result) {
    ActionRecord.write(installation.engine(), installation.clock(), actor, LAUNCH, target, result);
  }

  /** Shows the inbox of an installation. */
  static InboxPicture picture(Installation installation, Actor asking) {
    Inbox inbox = inbox(installation);
    if (asking.confined()) {
      requireReach(installation, asking, inbox);
    }
    InboxState state = inbox.state();
    return new InboxPicture(
        state.directory().toString(),
        inbox.principal().name(),
        state.trouble(),
        new InboxCounts(
            state.waitingCount(),
            state.underWay().size(),
            state.doneCount(),
            state.failedCount(),
            state.leftCount()),
        state.waiting().stream()
            .map(each -> new InboxPicture.WaitingFile(each.file(), each.bytes(), each.modified()))
            .toList(),
        state.underWay().stream()
            .limit(InboxState.SHOWN)
            .map(
                each ->
                    new InboxPicture.ClaimedFile(
                        each.file(), each.claimedAt(), text(each.run()), each.why()))
            .toList(),
        state.failed().stream()
            .map(
                each ->
                    new InboxPicture.FailedFile(
                        each.file(), each.at(), each.why(), text(each.run())))
            .toList(),
        state.results().stream()
            .map(
                each ->
                    new InboxPicture.FileResult(each.file(), each.run().value(), each.directory()))
            .toList(),
        state.left());
  }

  private static @Nullable String text(@Nullable RunId run) {
    return run == null ? null : run.value();
  }

  private static Inbox inbox(Installation installation) {
    return Inbox.of(installation.engine())
        .orElseThrow(
            () ->
                new RefusedException(
                    RefusalCode.NO_INBOX,
                    "no inbox is watched here",
                    "Start a server with 'escarole serve --inbox DIR', or ask one with --server."));
  }

  private static void requireReach(Installation installation, Actor asking, Inbox inbox) {
    String principal = inbox.principal().name();
    if (!installation.runs().mayChange(asking, principal)) {
      throw new RefusedException(
          RefusalCode.ANOTHER_PRINCIPAL,
          "files of the inbox act for %s, and '%s' may change only runs of its own"
              .formatted(principal, asking.principal().name()),
          "Ask " + principal + ", or let the policy allow it: 'runs: all'.");
    }
  }

  /** Puts a failed file back. */
  static void retry(Installation installation, Actor asking, String file) {
    String action = "inbox.retry";
    try {
      Inbox inbox = inbox(installation);
      requireReach(installation, asking, inbox);
      inbox.retry(file);
    } catch (InboxException e) {
      RefusedException refusal = refusal(e);
      installation.refused(asking, action, file, refusal);
      throw refusal;
    } catch (RefusedException e) {
      installation.refused(asking, action, file, e);
      throw e;
    } catch (UncheckedIOException e) {
      RefusedException refusal =
          new RefusedException(
              RefusalCode.FILE_STUCK,
              e.getMessage() + ": " + String.valueOf(e.getCause()),
              "Look at the directory of the inbox.");
      installation.refused(asking, action, file, refusal);
      throw refusal;
    }
    installation.acted(asking, action, file);
  }

  private static RefusedException refusal(InboxException e) {
    return e.kind() == InboxException.Kind.NAME_TAKEN
        ? new RefusedException(
            RefusalCode.NAME_TAKEN,
            String.valueOf(e.getMessage()),
            "Wait until that one is done, then retry.")
        : new RefusedException(
            RefusalCode.NO_SUCH_FILE,
            String.valueOf(e.getMessage()),
            "The inbox shows the failed files by name.");
  }
}
