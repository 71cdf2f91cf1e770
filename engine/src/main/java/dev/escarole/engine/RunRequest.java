package dev.escarole.engine;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.executor.HostStreams;
import dev.escarole.engine.files.FileRefusedException;
import dev.escarole.engine.files.GivenFile;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunLabels;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.schedule.LaunchRule;
import dev.escarole.recipe.template.Codes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Request to run a recipe: {@link #of} begins one, for the local operator and with nothing given.
 * Immutable.
 *
 * <pre>{@code
 * import dev.escarole.engine.RunRequest;
 * import dev.escarole.engine.command.DirectoryGrant;
 * import dev.escarole.engine.run.Content;
 * import java.nio.file.Path;
 * import java.util.List;
 *
 * RunRequest request =
 *     RunRequest.of(recipe)
 *         .value("top", "10")
 *         .stdin(Content.of("lettuce\nescarole\n"))
 *         .directories(List.of(DirectoryGrant.parse("menus::/menus:ro")))
 *         .file("table", Path.of("table.csv"))
 *         .label("nightly")
 *         .build();
 * }</pre>
 *
 * @param values launch values by name: text, or parsed JSON values
 * @param stdin input of the first step
 * @param directories directories in addition to the workspace, none of them a workspace itself;
 *     those of the recipe's files are added if it uses {@code recipe_dir}
 * @param listener receives every event of the run in order; must be quick
 * @param cache whether results are cached if the recipe does not say
 * @param labels labels for finding the run, in alphabetical order
 * @param hostStreams streams of the host for handles that inherit them
 * @param files files that commands read in {@code /inputs}, with different names
 * @param priority of the run if it is queued; null for the recipe's
 * @param anywhere whether another engine of the database may run it if this one has no room
 */
public record RunRequest(
    Recipe recipe,
    Map<String, Object> values,
    Content stdin,
    List<DirectoryGrant> directories,
    Principal principal,
    Consumer<RunEvent> listener,
    boolean cache,
    List<String> labels,
    HostStreams hostStreams,
    List<GivenFile> files,
    @Nullable Integer priority,
    boolean anywhere) {

  public RunRequest {
    checkPriority(priority);
    files = List.copyOf(files);
    values = Map.copyOf(GivenFile.values(recipe, values, files));
    directories = withOwn(recipe, directories);
    if (directories.stream().anyMatch(DirectoryGrant::workspace)) {
      // A policy has no say over a workspace.
      throw new IllegalArgumentException(
          "RunRequest.directories must not contain a workspace: each run gets its own");
    }
    labels = RunLabels.checked(labels);
    checkNames(files, directories);
  }

  private static void checkPriority(@Nullable Integer priority) {
    if (priority != null && Math.abs((long) priority) > LaunchRule.HIGHEST_PRIORITY) {
      throw new IllegalArgumentException(
          "RunRequest.priority must be from -%d to %1$d, was %d"
              .formatted(LaunchRule.HIGHEST_PRIORITY, priority));
    }
  }

  private static void checkNames(List<GivenFile> files, List<DirectoryGrant> directories) {
    Set<String> names = new HashSet<>();
    for (GivenFile file : files) {
      if (!names.add(file.name())) {
        throw new FileRefusedException(
            "two files for the run have the name '%s'".formatted(file.name()),
            "Give each file a name of its own.");
      }
    }
    boolean taken =
        directories.stream()
            .anyMatch(each -> (each.guest() + '/').startsWith(GivenFile.DIRECTORY + '/'));
    if (taken && !files.isEmpty()) {
      throw new FileRefusedException(
          "a directory is requested as %s, where the files of the run are"
              .formatted(GivenFile.DIRECTORY),
          "Request the directory under another path.");
    }
  }

  /**
   * Adds the directories that the recipe uses as {@code recipe_dir}; the policy must grant them.
   */
  private static List<DirectoryGrant> withOwn(Recipe recipe, List<DirectoryGrant> asked) {
    List<DirectoryGrant> all = new ArrayList<>(asked);
    recipe
        .directories()
        .forEach(
            (guest, host) -> {
              if (all.stream().noneMatch(each -> each.guest().equals(guest))) {
                all.add(new DirectoryGrant(host, guest, DirectoryGrant.Mode.READ_ONLY));
              }
            });
    return List.copyOf(all);
  }

  /**
   * The directories, among them one for each {@code recipe_dir} of the recipe. A recipe that is
   * sent as text has no directory here, unless the request names one.
   *
   * @throws RecipeException if one is missing
   */
  List<DirectoryGrant> checkedDirectories() {
    for (String guest : recipe.guestDirectories()) {
      if (directories.stream().noneMatch(each -> each.guest().equals(guest))) {
        throw new RecipeException(
            List.of(
                recipe.problem(
                    Codes.UNRESOLVED_PLACEHOLDER,
                    "'recipe_dir' has no value, because the recipe was not read from a directory"
                        + " here",
                    "Launch it from the recipe folder, or grant a directory with --dir DIR::"
                        + guest
                        + ":ro.",
                    "")));
      }
    }
    return directories;
  }

  /** Starts a request for the local operator, without values, input or directories. */
  public static Builder of(Recipe recipe) {
    return new Builder(recipe);
  }

  RunRequest withDirectories(List<DirectoryGrant> newDirectories) {
    return with(values, newDirectories);
  }

  RunRequest withValues(Map<String, Object> newValues) {
    return with(newValues, directories);
  }

  private RunRequest with(Map<String, Object> newValues, List<DirectoryGrant> newDirectories) {
    return new RunRequest(
        recipe,
        newValues,
        stdin,
        newDirectories,
        principal,
        listener,
        cache,
        labels,
        hostStreams,
        files,
        priority,
        anywhere);
  }

  /** Builds a request; not thread-safe. */
  public static final class Builder {

    private final Recipe recipe;
    private final Map<String, Object> values = new LinkedHashMap<>();
    private Content stdin = Content.EMPTY;
    private List<DirectoryGrant> directories = List.of();
    private Principal principal = Principal.localOperator();
    private Consumer<RunEvent> listener = event -> {};
    private boolean cache;
    private final List<String> labels = new ArrayList<>();
    private HostStreams hostStreams = HostStreams.NONE;
    private final List<GivenFile> files = new ArrayList<>();
    private @Nullable Integer priority;
    private boolean anywhere;

    private Builder(Recipe recipe) {
      this.recipe = recipe;
    }

    /** Sets a launch value: text, or a parsed JSON value. */
    public Builder value(String name, Object value) {
      values.put(name, value);
      return this;
    }

    /** Sets several launch values. */
    public Builder values(Map<String, ?> more) {
      values.putAll(more);
      return this;
    }

    /** Sets the input of the first step; default: empty. */
    public Builder stdin(Content content) {
      this.stdin = content;
      return this;
    }

    /**
     * Requests directories in addition to the workspace; the principal's policy must grant them.
     */
    public Builder directories(List<DirectoryGrant> grants) {
      this.directories = List.copyOf(grants);
      return this;
    }

    /** Sets the principal; default: the local operator. */
    public Builder principal(Principal newPrincipal) {
      this.principal = newPrincipal;
      return this;
    }

    /**
     * Receives every event of the run in order; called on the run's threads, so it must be quick.
     */
    public Builder listener(Consumer<RunEvent> newListener) {
      this.listener = newListener;
      return this;
    }

    /**
     * Enables the result cache for commands that depend only on their program, arguments and input,
     * unless the recipe sets {@code cache}; default: no.
     */
    public Builder cache(boolean value) {
      this.cache = value;
      return this;
    }

    /**
     * Adds a label for finding the run: 1 to {@value RunLabels#LONGEST} printable characters.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public Builder label(String label) {
      labels.add(RunLabels.checked(label));
      return this;
    }

    /**
     * Sets the streams for handles with {@code inherit}, which are otherwise rejected. Resumed runs
     * have none.
     */
    public Builder hostStreams(HostStreams streams) {
      this.hostStreams = streams;
      return this;
    }

    /**
     * Gives the run a file, which commands read as {@code /inputs/NAME}. It is copied when the run
     * starts, and kept with it.
     */
    public Builder file(GivenFile file) {
      files.add(file);
      return this;
    }

    /**
     * Gives the run a file; if the recipe has an input of this name without a value, its value
     * becomes the file's path for commands.
     *
     * @throws IllegalArgumentException if it cannot be the name of a file
     */
    public Builder file(String name, Path file) {
      return file(GivenFile.of(name, file));
    }

    /** The same for bytes. */
    public Builder file(String name, Content bytes) {
      return file(GivenFile.of(name, bytes));
    }

    /**
     * Sets the priority among the queued runs of the recipe, from -100 to 100; higher ones start
     * first. Default: the recipe's. No effect if the run starts at once.
     */
    public Builder priority(int value) {
      this.priority = value;
      return this;
    }

    /**
     * Lets any engine of the database run it if this one has no room: it is queued until one has.
     * The listener, the streams and the handle's result are then those of a run that another engine
     * has claimed; its record says how it ended. Default: this engine runs it.
     *
     * @see EngineOptions#withNode
     */
    public Builder anywhere() {
      this.anywhere = true;
      return this;
    }

    /**
     * Builds the request.
     *
     * @throws IllegalArgumentException if there are more than {@value RunLabels#MOST} labels
     * @throws FileRefusedException if two files have the same name
     */
    public RunRequest build() {
      return new RunRequest(
          recipe,
          values,
          stdin,
          directories,
          principal,
          listener,
          cache,
          labels,
          hostStreams,
          files,
          priority,
          anywhere);
    }
  }
}
