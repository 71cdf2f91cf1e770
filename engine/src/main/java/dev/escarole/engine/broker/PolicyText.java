package dev.escarole.engine.broker;

import dev.escarole.engine.broker.PolicyException.PolicyProblem;
import dev.escarole.engine.command.NearestNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * The text of a policy file as values with their positions. Collects all problems instead of
 * stopping at the first. Used for one parse by one thread.
 */
final class PolicyText {

  /** A policy is four levels deep. Composing nodes is recursive, parsing events is not. */
  private static final int DEEPEST = 20;

  private final String file;
  private final List<PolicyProblem> problems = new ArrayList<>();

  PolicyText(String file) {
    this.file = file;
  }

  /**
   * Returns the root of the text; null if it is empty or invalid, which is recorded as a problem.
   */
  @Nullable Node root(String text) {
    LoadSettings settings = LoadSettings.builder().setLabel(file).build();
    try {
      return isTooDeep(settings, text)
          ? null
          : new Composer(settings, events(settings, text)).getSingleNode().orElse(null);
    } catch (MarkedYamlEngineException e) {
      problem(e.getProblemMark(), String.valueOf(e.getProblem()), "It must be YAML.");
    } catch (YamlEngineException e) {
      String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("not YAML");
      problem(Optional.empty(), message, "It must be YAML.");
    }
    return null;
  }

  private static Parser events(LoadSettings settings, String text) {
    return new ParserImpl(settings, new StreamReader(settings, text));
  }

  private boolean isTooDeep(LoadSettings settings, String text) {
    int depth = 0;
    Parser events = events(settings, text);
    while (events.hasNext()) {
      Event event = events.next();
      depth += event instanceof CollectionStartEvent ? 1 : 0;
      depth -= event instanceof CollectionEndEvent ? 1 : 0;
      if (depth > DEEPEST) {
        problem(event.getStartMark(), "lists and mappings are nested too deep", null);
        return true;
      }
    }
    return false;
  }

  /** Returns the members of a mapping; if keys are given, no others are allowed. */
  Map<String, Node> members(Node node, String what, Collection<String> keys) {
    Map<String, Node> members = new LinkedHashMap<>();
    if (!(node instanceof MappingNode mapping)) {
      problem(node, what + " must be a mapping of keys to values", null);
      return members;
    }
    for (NodeTuple tuple : mapping.getValue()) {
      Node key = tuple.getKeyNode();
      if (!(key instanceof ScalarNode scalar)) {
        problem(key, "a key must be plain text", null);
      } else if (!keys.isEmpty() && !keys.contains(scalar.getValue())) {
        problem(key, "unknown key '" + scalar.getValue() + "'", meant(scalar.getValue(), keys));
      } else if (members.putIfAbsent(scalar.getValue(), tuple.getValueNode()) != null) {
        problem(key, "'" + scalar.getValue() + "' is a duplicate key", "Remove one of them.");
      }
    }
    return members;
  }

  /** Suggests similar names, or lists all. */
  static String meant(String name, Collection<String> all) {
    List<String> nearest = NearestNames.of(name, all);
    return nearest.isEmpty()
        ? "Expected one of " + String.join(", ", all) + "."
        : "Did you mean " + String.join(" or ", nearest) + "?";
  }

  /** Returns a boolean; false with a recorded problem if it is not one. */
  boolean isTrue(Node node, String what) {
    if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.BOOL)) {
      return scalar.getValue().equals("true");
    }
    problem(node, what + " must be true or false", null);
    return false;
  }

  /**
   * Parses the items of a list of texts; invalid items are recorded as problems and skipped. None
   * without a node.
   */
  <T> List<T> items(@Nullable Node node, String what, Function<String, T> parser) {
    List<T> items = new ArrayList<>();
    if (node instanceof SequenceNode sequence) {
      sequence.getValue().forEach(item -> value(item, what, parser).ifPresent(items::add));
    } else if (node != null) {
      problem(node, what + " must be a list", null);
    }
    return items;
  }

  /** Parses a scalar of any type; empty with a recorded problem if it is invalid. */
  <T> Optional<T> value(Node node, String what, Function<String, T> parser) {
    if (!(node instanceof ScalarNode scalar) || scalar.getTag().equals(Tag.NULL)) {
      problem(node, what + " must be a text", null);
      return Optional.empty();
    }
    try {
      return Optional.of(parser.apply(scalar.getValue()));
    } catch (IllegalArgumentException e) {
      // Replaces the Java field in the message by the key of the file.
      String message =
          String.valueOf(e.getMessage()).replaceFirst("^(Limits|Policy|Quantity)\\.\\w+", what);
      problem(node, message, null);
      return Optional.empty();
    }
  }

  void problem(Node node, String message, @Nullable String hint) {
    problem(node.getStartMark(), message, hint);
  }

  void problem(Optional<Mark> mark, String message, @Nullable String hint) {
    int line = mark.map(at -> at.getLine() + 1).orElse(0);
    int column = mark.map(at -> at.getColumn() + 1).orElse(0);
    problems.add(new PolicyProblem(file, line, column, message, hint));
  }

  /**
   * Finishes parsing.
   *
   * @throws PolicyException if there were problems
   */
  void check() {
    if (!problems.isEmpty()) {
      problems.sort(
          Comparator.comparingInt(PolicyProblem::line).thenComparingInt(PolicyProblem::column));
      throw new PolicyException(problems);
    }
  }
}
