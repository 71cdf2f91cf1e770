package dev.escarole.recipe;

import dev.escarole.recipe.Place.Mark;
import dev.escarole.recipe.SourceValue.SourceArray;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.SourceValue.SourceObject.Member;
import dev.escarole.recipe.SourceValue.SourceScalar;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.PlainValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Parses YAML into values with positions. Works on the event stream, so that depth is checked
 * before recursion. Aliases share values instead of copying them, and the total size of aliased
 * values is limited.
 */
final class YamlDocument {
  private static final int MOST_ALIASED_VALUES = 10_000;
  private static final int LONGEST_NUMBER = 500;
  private static final CoreScalarResolver RESOLVER = new CoreScalarResolver(false);

  private final Iterator<Event> events;
  private final DocumentRules rules;
  private final Map<Anchor, SourceValue> anchors = new HashMap<>();
  private int aliasedValues;

  private YamlDocument(Iterator<Event> events, DocumentRules rules) {
    this.events = events;
    this.rules = rules;
  }

  static SourceValue read(String text, DocumentRules rules) {
    LoadSettings settings = LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();
    try {
      Iterator<Event> events = new ParserImpl(settings, new StreamReader(settings, text));
      return new YamlDocument(events, rules).document();
    } catch (MarkedYamlEngineException malformed) {
      Mark mark = mark(malformed.getProblemMark());
      throw rules.problems().fatal(Codes.BAD_YAML, malformed.getProblem(), null, mark);
    } catch (YamlEngineException malformed) {
      String message =
          String.valueOf(malformed.getMessage()).lines().findFirst().orElse("not YAML");
      throw rules.problems().fatal(Codes.BAD_YAML, message, null, Mark.START);
    }
  }

  private SourceValue document() {
    events.next(); // start of the stream
    if (events.next().getEventId() != Event.ID.DocumentStart) {
      throw bad("the file is empty", Mark.START);
    }
    SourceValue value = value(events.next(), 1);
    events.next(); // end of the document
    Event behind = events.next();
    if (behind.getEventId() != Event.ID.StreamEnd) {
      throw bad("a second document follows; a file holds one recipe", mark(behind));
    }
    return value;
  }

  private SourceValue value(Event event, int depth) {
    if (event instanceof AliasEvent alias) {
      return aliased(alias);
    }
    SourceValue value =
        event instanceof ScalarEvent scalar
            ? new SourceScalar(mark(event), scalar(scalar))
            : collection((CollectionStartEvent) event, depth);
    ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchors.put(anchor, value));
    return value;
  }

  private SourceValue aliased(AliasEvent alias) {
    SourceValue value = alias.getAnchor().map(anchors::get).orElse(null);
    if (value == null) {
      throw bad("the alias refers to no complete value before it", mark(alias));
    }
    aliasedValues += value.size();
    if (aliasedValues > MOST_ALIASED_VALUES) {
      throw bad("aliases expand to more than " + MOST_ALIASED_VALUES + " values", mark(alias));
    }
    return value;
  }

  private SourceValue collection(CollectionStartEvent start, int depth) {
    Mark mark = mark(start);
    rules.checkDepth(depth, mark);
    boolean mapping = start.getEventId() == Event.ID.MappingStart;
    checkTag(start.getTag(), mapping ? Tag.MAP : Tag.SEQ, mark);
    return mapping ? object(mark, depth) : array(mark, depth);
  }

  private SourceValue object(Mark mark, int depth) {
    Map<String, Member> members = new LinkedHashMap<>();
    for (Event key = events.next(); key.getEventId() != Event.ID.MappingEnd; key = events.next()) {
      Mark keyMark = mark(key);
      String name = key(key);
      Member member = new Member(keyMark, value(events.next(), depth + 1));
      if (members.putIfAbsent(name, member) != null) {
        rules.duplicate(name, keyMark);
      }
    }
    return new SourceObject(mark, members);
  }

  private String key(Event event) {
    if (!(event instanceof ScalarEvent scalar)) {
      throw bad("a key must be plain text", mark(event));
    }
    checkTag(scalar.getTag(), Tag.STR, mark(event));
    return scalar.getValue();
  }

  private SourceValue array(Mark mark, int depth) {
    List<SourceValue> items = new ArrayList<>();
    for (Event event = events.next();
        event.getEventId() != Event.ID.SequenceEnd;
        event = events.next()) {
      items.add(value(event, depth + 1));
    }
    return new SourceArray(mark, items);
  }

  private void checkTag(Optional<String> written, Tag expected, Mark mark) {
    if (written.isPresent()
        && !written.get().equals(expected.getValue())
        && !written.get().equals("!")) {
      throw badTag(written.get(), mark);
    }
  }

  private @Nullable Object scalar(ScalarEvent event) {
    Mark mark = mark(event);
    String text = event.getValue();
    String tag = event.getTag().orElse(null);
    if (tag == null) {
      boolean plain = event.getImplicit().canOmitTagInPlainScalar();
      return plain ? value(natural(text), text, mark) : text;
    }
    if (tag.equals("!") || tag.equals(Tag.STR.getValue())) {
      return text;
    }
    Tag natural = natural(text);
    boolean widened = tag.equals(Tag.FLOAT.getValue()) && natural.equals(Tag.INT);
    if (natural.equals(Tag.STR) || !(widened || natural.getValue().equals(tag))) {
      throw badTag(tag, mark);
    }
    return value(natural, text, mark);
  }

  /** The tag of plain text under the core schema of YAML 1.2. */
  private static Tag natural(String text) {
    return text.length() > LONGEST_NUMBER ? Tag.STR : RESOLVER.resolve(text, true);
  }

  private @Nullable Object value(Tag tag, String text, Mark mark) {
    if (tag.equals(Tag.NULL)) {
      return null;
    }
    if (tag.equals(Tag.BOOL)) {
      return text.equalsIgnoreCase("true");
    }
    if (tag.equals(Tag.INT)) {
      return rules.number(whole(text), mark);
    }
    if (!tag.equals(Tag.FLOAT)) {
      return text;
    }
    BigDecimal number = PlainValue.parseDecimal(text);
    if (number != null) {
      return rules.number(number, mark);
    }
    rules
        .problems()
        .error(
            Codes.BAD_NUMBER, "'" + text + "' is not a finite number", null, new Place("", mark));
    return 0L;
  }

  private static BigDecimal whole(String text) {
    if (text.startsWith("0x")) {
      return new BigDecimal(new BigInteger(text.substring(2), 16));
    }
    return text.startsWith("0o")
        ? new BigDecimal(new BigInteger(text.substring(2), 8))
        : new BigDecimal(text);
  }

  private RecipeException badTag(String tag, Mark mark) {
    return rules
        .problems()
        .fatal(
            Codes.BAD_YAML,
            "the tag '" + tag + "' is not valid here",
            "Recipes are plain data; remove the tag.",
            mark);
  }

  private RecipeException bad(String message, Mark mark) {
    return rules.problems().fatal(Codes.BAD_YAML, message, null, mark);
  }

  private static Mark mark(Event event) {
    return mark(event.getStartMark());
  }

  private static Mark mark(Optional<org.snakeyaml.engine.v2.exceptions.Mark> mark) {
    return mark.map(at -> new Mark(at.getLine() + 1, at.getColumn() + 1)).orElse(Mark.START);
  }
}
