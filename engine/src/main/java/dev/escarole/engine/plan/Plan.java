package dev.escarole.engine.plan;

import dev.escarole.recipe.http.HttpRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recipe compiled for given values: every repeat expanded, every condition evaluated, every argv
 * final. Immutable and thread-safe.
 */
public final class Plan {

  private final String recipeName;
  private final List<Step> steps;
  private final Output output;
  private final List<PlanSource> sources;
  private final List<WantedFiles> artifacts;
  private final List<HttpRule> http;
  private final String hash;

  /** The steps and the output with markers for the facts of a run. */
  private final List<Step> markedSteps;

  private final Output markedOutput;
  private final List<WantedFiles> markedArtifacts;

  private final boolean waits;

  /**
   * @param steps all steps in depth-first order, with markers for facts; the root is the first
   * @param sources the recipe's file, and those of all imported recipes
   * @param artifacts the files to keep, with markers for facts
   * @param http the HTTP requests that the recipe asks for
   */
  Plan(
      String recipeName,
      List<Step> steps,
      Output output,
      List<PlanSource> sources,
      List<WantedFiles> artifacts,
      List<HttpRule> http) {
    this.http = List.copyOf(http);
    this.sources = List.copyOf(sources);
    this.recipeName = recipeName;
    this.markedSteps = List.copyOf(steps);
    this.markedOutput = output;
    this.markedArtifacts = List.copyOf(artifacts);
    this.hash = PlanHash.of(markedSteps, output, this.sources, markedArtifacts, this.http);
    this.waits = RunFacts.areIn(markedSteps, output) || RunFacts.areIn(markedArtifacts);
    this.steps = waits ? RunFacts.NAMES.inSteps(markedSteps) : markedSteps;
    this.output = waits ? RunFacts.NAMES.in(output) : output;
    this.artifacts = waits ? RunFacts.NAMES.inFiles(markedArtifacts) : markedArtifacts;
  }

  private Plan(Plan plan, RunFacts facts) {
    this.http = plan.http;
    this.recipeName = plan.recipeName;
    this.markedSteps = plan.markedSteps;
    this.markedOutput = plan.markedOutput;
    this.sources = plan.sources;
    this.hash = plan.hash;
    this.waits = plan.waits;
    this.steps = facts.inSteps(markedSteps);
    this.output = facts.in(markedOutput);
    this.markedArtifacts = plan.markedArtifacts;
    this.artifacts = facts.inFiles(markedArtifacts);
  }

  /** This plan with the facts of a run; the hash does not change. */
  public Plan at(RunFacts facts) {
    return waits ? new Plan(this, facts) : this;
  }

  /** This plan with the names of facts, independent of a run. */
  public Plan named() {
    return at(RunFacts.NAMES);
  }

  /** The steps as they are stored, with markers for facts. */
  public List<Step> markedSteps() {
    return markedSteps;
  }

  /** The output as it is stored, with markers for facts. */
  public Output markedOutput() {
    return markedOutput;
  }

  /** The files to keep as they are stored, with markers for facts. */
  public List<WantedFiles> markedArtifacts() {
    return markedArtifacts;
  }

  /** Whether a leaf's argv or handle settings depend on facts of the run. */
  public boolean dependsOnFacts(LeafStep leaf) {
    return markedSteps.get(leaf.index()) instanceof LeafStep marked
        && RunFacts.isMarked(marked.argv(), marked.handle());
  }

  /**
   * Restores a plan from its stored steps.
   *
   * @param steps all steps in depth-first order; the root is the first
   * @param sources the stored sources; may be empty for a recipe without imports
   * @param hash the stored hash
   * @throws IllegalArgumentException if the steps and output have another hash
   */
  public static Plan restored(
      String recipeName,
      List<Step> steps,
      Output output,
      List<PlanSource> sources,
      List<WantedFiles> artifacts,
      List<HttpRule> http,
      String hash) {
    Plan plan = new Plan(recipeName, steps, output, sources, artifacts, http);
    if (!plan.hash().equals(hash)) {
      throw new IllegalArgumentException(
          "the stored steps of plan %s have the hash %s; they were changed"
              .formatted(hash, plan.hash()));
    }
    return plan;
  }

  /**
   * The result of a run that the author selected (standard, "output").
   *
   * @param selector {@code stdout}, or the author's selector
   * @param value the selected value, or null for {@code stdout}, which is known only after the run
   */
  public record Output(String selector, @Nullable String value) {
    /** The standard output of the root. */
    public static final Output STDOUT = new Output("stdout", null);
  }

  /** The recipe's name, or else its file name. */
  public String recipeName() {
    return recipeName;
  }

  /**
   * The recipe's file, and those of all imported recipes. Their hashes are part of the plan's hash
   * if there are imports.
   */
  public List<PlanSource> sources() {
    return sources;
  }

  /** Whether steps come from imported recipes. */
  public boolean hasImports() {
    return sources.size() > 1;
  }

  /** The file that a step comes from; null if it is unknown. */
  public @Nullable String source(Step step) {
    String imported = step.place().importedFrom();
    return imported != null || sources.isEmpty() ? imported : sources.get(0).path();
  }

  public Step root() {
    return steps.get(0);
  }

  /** All steps in depth-first order, so that {@code steps().get(i).index() == i}. */
  public List<Step> steps() {
    return steps;
  }

  public Step step(int index) {
    return steps.get(index);
  }

  public Output output() {
    return output;
  }

  /** The files of the workspace to keep when a run ends. */
  public List<WantedFiles> artifacts() {
    return artifacts;
  }

  /** The HTTP requests that the recipe asks for; the policy must permit them too. */
  public List<HttpRule> http() {
    return http;
  }

  /** SHA-256 in hex of everything that determines what a run does. */
  public String hash() {
    return hash;
  }

  /** Number of steps that run a command, without skipped ones. */
  public int leafCount() {
    int leaves = 0;
    for (Step step : steps) {
      if (step instanceof LeafStep && !step.isSkipped()) {
        leaves++;
      }
    }
    return leaves;
  }

  /** The edges, in depth-first order of their sources. */
  public List<Edge> edges() {
    List<Edge> edges = new ArrayList<>(2 * steps.size());
    for (Step step : steps) {
      addEdges(step, edges);
    }
    return edges;
  }

  private static void addEdges(Step step, List<Edge> edges) {
    boolean parallel = step instanceof GroupStep group && group.isParallel();
    Step previous = null;
    for (Step child : step.children()) {
      if (parallel) {
        edges.add(new Edge(step.index(), child.index(), Edge.Kind.ENTER));
        edges.add(new Edge(child.index(), step.index(), Edge.Kind.JOIN));
      } else if (previous == null) {
        edges.add(new Edge(step.index(), child.index(), Edge.Kind.ENTER));
      } else {
        edges.add(new Edge(previous.index(), child.index(), Edge.Kind.FLOW));
      }
      previous = child;
    }
    Step recover = step.recover();
    if (recover != null) {
      edges.add(new Edge(step.index(), recover.index(), Edge.Kind.RECOVER));
    }
  }
}
