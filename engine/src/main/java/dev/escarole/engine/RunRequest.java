package dev.escarole.engine;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.executor.HostStreams;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunLabels;
import dev.escarole.recipe.Recipe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What is to be run, with what, and for whom. Immutable. */
public final class RunRequest {

  private final Recipe recipe;
  private final Map<String, Object> values;
  private final Content stdin;
  private final List<DirectoryGrant> directories;
  private final Principal principal;
  private final Consumer<RunEvent> listener;
  private final boolean cache;
  private final List<String> labels;
  private final HostStreams hostStreams;

  private RunRequest(Builder builder) {
    this.recipe = builder.recipe;
    this.values = Map.copyOf(builder.values);
    this.stdin = builder.stdin;
    this.directories = builder.directories;
    this.principal = builder.principal;
    this.listener = builder.listener;
    this.cache = builder.cache;
    this.labels = RunLabels.checked(builder.labels);
    this.hostStreams = builder.hostStreams;
  }

  private RunRequest(RunRequest like, Map<String, Object> values) {
    this.recipe = like.recipe;
    this.values = Map.copyOf(values);
    this.stdin = like.stdin;
    this.directories = like.directories;
    this.principal = like.principal;
    this.listener = like.listener;
    this.cache = like.cache;
    this.labels = like.labels;
    this.hostStreams = like.hostStreams;
  }

  /** A request to run the recipe as the local operator, with no values, no input and no grants. */
  public static Builder of(Recipe recipe) {
    return new Builder(recipe);
  }

  public Recipe recipe() {
    return recipe;
  }

  public Map<String, Object> values() {
    return values;
  }

  /** The same request with these values instead. */
  RunRequest withValues(Map<String, Object> newValues) {
    return new RunRequest(this, newValues);
  }

  public Content stdin() {
    return stdin;
  }

  public List<DirectoryGrant> directories() {
    return directories;
  }

  public Principal principal() {
    return principal;
  }

  public Consumer<RunEvent> listener() {
    return listener;
  }

  /** Whether results may be kept and used again where the recipe does not say. */
  public boolean cache() {
    return cache;
  }

  /** What the run can be found by, in alphabetical order. */
  public List<String> labels() {
    return labels;
  }

  /** Where outputs go that handles want to share with the host. */
  public HostStreams hostStreams() {
    return hostStreams;
  }

  /** Collects a request; not thread-safe. */
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

    private Builder(Recipe recipe) {
      this.recipe = recipe;
    }

    /** Gives one launch value: a text as typed, or a parsed JSON value. */
    public Builder value(String name, Object value) {
      values.put(name, value);
      return this;
    }

    /** Gives several launch values. */
    public Builder values(Map<String, ?> more) {
      values.putAll(more);
      return this;
    }

    /** Gives what the first step reads; empty unless set. */
    public Builder stdin(Content content) {
      this.stdin = content;
      return this;
    }

    /**
     * Asks for directories besides the run's own workspace; the principal's policy has to grant
     * them.
     *
     * @throws IllegalArgumentException if one passes itself off as a workspace
     */
    public Builder directories(List<DirectoryGrant> grants) {
      if (grants.stream().anyMatch(DirectoryGrant::workspace)) {
        throw new IllegalArgumentException(
            "RunRequest.directories must not hold a workspace: each run gets one of its own");
      }
      this.directories = List.copyOf(grants);
      return this;
    }

    /** Runs on behalf of somebody else than the local operator. */
    public Builder principal(Principal newPrincipal) {
      this.principal = newPrincipal;
      return this;
    }

    /** Hears every event of the run in order; called by the run's own threads, so be quick. */
    public Builder listener(Consumer<RunEvent> newListener) {
      this.listener = newListener;
      return this;
    }

    /**
     * Lets commands that depend on nothing but their program, arguments and input be answered from
     * the cache, wherever the recipe says nothing about it with {@code cache}; not unless set.
     */
    public Builder cache(boolean value) {
      this.cache = value;
      return this;
    }

    /**
     * Adds a label to find the run by: 1 to {@value RunLabels#LONGEST} printable characters.
     *
     * @throws IllegalArgumentException if it is no such text
     */
    public Builder label(String label) {
      labels.add(RunLabels.checked(label));
      return this;
    }

    /**
     * Lets commands write to these streams whose handles say {@code inherit}; without, such
     * commands are refused. A run that is resumed has none.
     */
    public Builder hostStreams(HostStreams streams) {
      this.hostStreams = streams;
      return this;
    }

    /**
     * Makes the request.
     *
     * @throws IllegalArgumentException if there are more than {@value RunLabels#MOST} labels
     */
    public RunRequest build() {
      return new RunRequest(this);
    }
  }
}
