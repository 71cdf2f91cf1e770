package dev.escarole.recipe;

import dev.escarole.recipe.Place.Mark;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.SourceValue.SourceObject.Member;
import dev.escarole.recipe.SourceValue.SourceScalar;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses a recipe in Markdown into values with positions: the fields are in the YAML front matter,
 * the template is in the only code block for one. All other text is for people.
 */
final class MarkdownDocument {
  private static final String MARKER = "---";
  private static final Set<String> TEMPLATES = Set.of("template", "command-template");
  private static final Set<String> STRUCTURED = Set.of("json", "recipe");
  private static final Pattern FENCE = Pattern.compile(" {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)");

  private final List<String> lines;
  private final DocumentRules rules;

  private MarkdownDocument(String text, DocumentRules rules) {
    this.lines = text.lines().toList();
    this.rules = rules;
  }

  /**
   * A code block.
   *
   * @param line of its first line of text, from 0
   */
  private record Block(String language, int line, String text) {}

  static SourceValue read(String text, DocumentRules rules) {
    return new MarkdownDocument(text, rules).document();
  }

  /** Whether a text starts with front matter. */
  static boolean hasFrontMatter(String text) {
    return text.lines().findFirst().filter(line -> line.stripTrailing().equals(MARKER)).isPresent();
  }

  private SourceValue document() {
    int end = endOfFrontMatter();
    Map<String, Member> members = new LinkedHashMap<>(frontMatter(end).members());
    Block block = block(end + 1);
    if (block != null) {
      addTemplate(block, members);
    } else if (!members.containsKey(Setting.TEMPLATE.key())) {
      throw rules
          .problems()
          .fatal(
              Codes.MISSING_TEMPLATE,
              "no code block has the template",
              "Mark the one that has it as template, json or recipe: ```template",
              new Mark(end + 1, 1));
    }
    return new SourceObject(Mark.START, members);
  }

  private int endOfFrontMatter() {
    if (lines.isEmpty() || !lines.get(0).stripTrailing().equals(MARKER)) {
      throw bad("a recipe in Markdown starts with front matter", "Start it with a line ---.", 0);
    }
    for (int i = 1; i < lines.size(); i++) {
      if (lines.get(i).stripTrailing().equals(MARKER)) {
        return i;
      }
    }
    throw bad("the front matter has no end", "End it with a line ---.", 0);
  }

  private SourceObject frontMatter(int end) {
    List<String> yaml = lines.subList(1, end);
    if (yaml.stream().allMatch(line -> line.isBlank() || line.stripLeading().startsWith("#"))) {
      return new SourceObject(Mark.START, Map.of());
    }
    // The empty lines keep the line numbers.
    SourceValue value = YamlDocument.read("\n" + String.join("\n", yaml) + "\n", rules);
    if (value instanceof SourceObject object) {
      return object;
    }
    throw bad("the front matter must be an object, not " + value.typeName(), null, 1);
  }

  /** The block with the template; null if the front matter has it. */
  private @Nullable Block block(int from) {
    Block found = null;
    for (int i = from; i < lines.size(); i++) {
      Matcher fence = FENCE.matcher(lines.get(i));
      if (!fence.matches()) {
        continue;
      }
      int end = endOfBlock(i, fence.group(1));
      String language = fence.group(2).strip().split("\\s", 2)[0].toLowerCase(Locale.ROOT);
      if (TEMPLATES.contains(language) || STRUCTURED.contains(language)) {
        if (found != null) {
          throw bad(
              "a second code block with a template",
              "A recipe has one block marked template, json or recipe.",
              i);
        }
        found = new Block(language, i + 1, String.join("\n", lines.subList(i + 1, end)));
      }
      i = end;
    }
    return found;
  }

  private int endOfBlock(int start, String fence) {
    for (int i = start + 1; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.length() >= fence.length() && line.chars().allMatch(c -> c == fence.charAt(0))) {
        return i;
      }
    }
    throw bad("the code block has no end", "End it with a line " + fence + ".", start);
  }

  private void addTemplate(Block block, Map<String, Member> members) {
    Mark mark = new Mark(block.line() + 1, 1);
    SourceValue value = value(block, mark);
    if (STRUCTURED.contains(block.language())
        && value instanceof SourceObject object
        && object.get(Setting.TEMPLATE.key()) != null) {
      object.members().forEach((key, member) -> add(key, member, members));
    } else {
      add(Setting.TEMPLATE.key(), new Member(mark, value), members);
    }
  }

  private void add(String key, Member member, Map<String, Member> members) {
    if (members.putIfAbsent(key, member) != null) {
      rules.duplicate(key, member.keyMark());
    }
  }

  private SourceValue value(Block block, Mark mark) {
    String text = block.text().strip();
    if (text.isEmpty()) {
      throw bad("the code block is empty", "Write the template into it.", block.line() - 1);
    }
    String padded = "\n".repeat(block.line()) + block.text();
    boolean looksLikeJson = "[{\"".indexOf(text.charAt(0)) >= 0;
    if (block.language().equals("json")
        || (STRUCTURED.contains(block.language()) && looksLikeJson)) {
      return JsonDocument.read(padded, rules);
    }
    if (STRUCTURED.contains(block.language())) {
      return YamlDocument.read(padded, rules);
    }
    return looksLikeJson
        ? Objects.requireNonNullElse(json(padded), words(text, mark))
        : words(text, mark);
  }

  private static SourceValue words(String text, Mark mark) {
    return new SourceScalar(mark, text);
  }

  /** Null if it is not JSON, such as a command that starts with a placeholder. */
  private @Nullable SourceValue json(String padded) {
    try {
      return JsonDocument.read(padded, new DocumentRules(rules.limits(), new Problems(null)));
    } catch (RecipeException notJson) {
      return null;
    }
  }

  private RecipeException bad(String message, @Nullable String hint, int line) {
    return rules.problems().fatal(Codes.BAD_MARKDOWN, message, hint, new Mark(line + 1, 1));
  }
}
