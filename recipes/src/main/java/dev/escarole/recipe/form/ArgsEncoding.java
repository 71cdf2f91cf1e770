package dev.escarole.recipe.form;

import dev.escarole.recipe.form.ArgumentList.Token;
import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The {@code args} encoding (Command Handle, section 4). Confined to one evaluation. */
final class ArgsEncoding {
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*");
  private static final Pattern FLAG = Pattern.compile("(--?|\\+)[A-Za-z0-9][A-Za-z0-9_-]*=?");
  private static final Pattern BARE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*=?");
  private static final String END_OF_FLAGS = "--";

  private final Budget budget;
  private final ArgsRules rules;

  ArgsEncoding(Budget budget, ArgsRules rules) {
    this.budget = budget;
    this.rules = rules;
  }

  /** Encodes a value as an array of texts; no value gives an empty array. */
  FormValue encode(@Nullable FormValue input) {
    List<Token> tokens = input == null ? List.of() : value(input);
    ArgumentList.check(tokens, rules);
    List<FormValue> texts = tokens.stream().<FormValue>map(Token::text).toList();
    return new FormValue.Array(texts, Provenance.LITERAL);
  }

  /** The Value Transform, section 4.2. */
  private List<Token> value(FormValue value) {
    if (value instanceof FormValue.Array array) {
      List<Token> tokens = new ArrayList<>();
      array.items().forEach(item -> tokens.addAll(value(item)));
      return tokens;
    }
    if (value instanceof FormValue.Obj object) {
      return object(object);
    }
    if (value instanceof FormValue.Binary) {
      throw wrong(FormCodes.ARGS_BINARY, "bytes cannot be arguments", "Encode them with base64.");
    }
    return absent(value) ? List.of() : List.of(scalar(value));
  }

  private Token scalar(FormValue value) {
    budget.nodes(1);
    if (value instanceof FormValue.Text text) {
      return new Token(text, true);
    }
    if (value instanceof FormValue.Num number) {
      Provenance printed =
          number.provenance() == Provenance.LITERAL ? Provenance.LITERAL : Provenance.NUMBER;
      return new Token(new FormValue.Text(number.text(), printed), true);
    }
    return new Token(new FormValue.Text("true", value.provenance()), true);
  }

  private static boolean absent(FormValue value) {
    return value instanceof FormValue.Null || (value instanceof FormValue.Bool b && !b.value());
  }

  private static boolean isTrue(FormValue value) {
    return value instanceof FormValue.Bool bool && bool.value();
  }

  /** The Object Transform, section 4.1. */
  private List<Token> object(FormValue.Obj object) {
    checkWritten(object);
    String directive = directive(object);
    if (directive != null) {
      FormValue value = Objects.requireNonNull(object.get(directive));
      return switch (directive) {
        case "$args" -> value(value);
        case "$flags" -> flags(value);
        default -> repeat(value);
      };
    }
    ArgsOutput out = new ArgsOutput(budget);
    boolean recordLike = recordLike(object);
    object.members().forEach((name, member) -> member(name, member.value(), recordLike, out));
    return out.tokens();
  }

  /** Names become words and flags, so they must be written in the form. */
  private static void checkWritten(FormValue.Obj object) {
    boolean written =
        !object.dynamic()
            && object.members().values().stream().noneMatch(FormValue.Member::dynamicName);
    if (!written) {
      throw wrong(
          FormCodes.ARGS_DYNAMIC_OBJECT,
          "an object from the caller would set words and flags",
          "Write the names in the form and take only their values from the arguments.");
    }
  }

  private static @Nullable String directive(FormValue.Obj object) {
    List<String> names =
        object.members().keySet().stream().filter(name -> name.startsWith("$")).toList();
    for (String name : names) {
      if (!FormParser.Directives.OF_ARGS.contains(name)) {
        throw wrong(
            FormCodes.ARGS_UNKNOWN_DIRECTIVE,
            "unknown directive '" + name + "'",
            "The directives are $args, $flags and $repeat.");
      }
    }
    if (names.size() > 1) {
      throw wrong(
          FormCodes.ARGS_MULTIPLE_DIRECTIVES,
          String.join(" and ", names) + "  are in one object",
          "Put each into its own object, and the objects into an array.");
    }
    if (names.size() == 1 && object.members().size() > 1) {
      throw wrong(
          FormCodes.ARGS_DIRECTIVE_SIBLINGS,
          "'" + names.get(0) + "' has other members next to it",
          "Put it into its own object, and both objects into an array.");
    }
    return names.isEmpty() ? null : names.get(0);
  }

  /** In a record of values, a null member is omitted; in a list of words, its name is kept. */
  private static boolean recordLike(FormValue.Obj object) {
    for (Map.Entry<String, FormValue.Member> member : object.members().entrySet()) {
      FormValue value = member.getValue().value();
      boolean plain =
          isTrue(value)
              || value instanceof FormValue.Num
              || value instanceof FormValue.Text
              || value instanceof FormValue.Array;
      if (plain && WORD.matcher(member.getKey()).matches()) {
        return true;
      }
    }
    return false;
  }

  private void member(String name, FormValue value, boolean recordLike, ArgsOutput out) {
    if (name.equals(END_OF_FLAGS)) {
      endOfFlags(value, out);
    } else if (FLAG.matcher(name).matches()) {
      flag(name, value, out);
    } else if (WORD.matcher(name).matches()) {
      word(name, value, recordLike, out);
    } else {
      throw badName(name);
    }
  }

  private void endOfFlags(FormValue value, ArgsOutput out) {
    List<Token> tokens = value(value);
    if (!tokens.isEmpty()) {
      out.add(Token.literal(END_OF_FLAGS));
      out.addAll(isTrue(value) ? List.of() : tokens);
    }
  }

  private void flag(String name, FormValue value, ArgsOutput out) {
    List<Token> tokens = value(value);
    if (tokens.isEmpty()) {
      return;
    }
    if (name.endsWith("=")) {
      out.joined(name, tokens);
    } else if (isTrue(value)) {
      out.flag(name);
    } else {
      out.add(Token.literal(name));
      tokens.forEach(token -> out.add(token.asFlagValue()));
    }
  }

  private void word(String name, FormValue value, boolean recordLike, ArgsOutput out) {
    boolean isNull = value instanceof FormValue.Null;
    boolean silent = isNull ? recordLike || value.dynamic() : absent(value);
    if (!silent) {
      out.add(Token.literal(name));
      out.addAll(value(value));
    }
  }

  /** Section 4.3, {@code $flags}. */
  private List<Token> flags(FormValue value) {
    FormValue.Obj flags = members(value, FormCodes.ARGS_FLAGS_NOT_OBJECT, "$flags");
    ArgsOutput minus = new ArgsOutput(budget);
    ArgsOutput plus = new ArgsOutput(budget);
    ArgsOutput rest = new ArgsOutput(budget);
    flags
        .members()
        .forEach(
            (written, member) -> {
              String name = flagName(written);
              boolean letter = ArgsOutput.isLetter(name) && isTrue(member.value());
              ArgsOutput out = !letter ? rest : name.charAt(0) == '-' ? minus : plus;
              flag(name, member.value(), out);
            });
    minus.addAll(plus.tokens());
    minus.addAll(rest.tokens());
    return minus.tokens();
  }

  private static String flagName(String name) {
    if (FLAG.matcher(name).matches()) {
      return name;
    }
    if (!BARE.matcher(name).matches()) {
      throw badName(name);
    }
    boolean letter = name.length() == 1 || (name.length() == 2 && name.endsWith("="));
    return (letter ? "-" : "--") + name;
  }

  /** Section 4.3, {@code $repeat}. */
  private List<Token> repeat(FormValue value) {
    ArgsOutput out = new ArgsOutput(budget);
    FormValue.Obj flags = members(value, FormCodes.ARGS_REPEAT_NOT_OBJECT, "$repeat");
    flags
        .members()
        .forEach(
            (name, member) -> {
              if (!FLAG.matcher(name).matches()) {
                throw badName(name);
              }
              if (!(member.value() instanceof FormValue.Array array)) {
                throw wrong(
                    FormCodes.ARGS_REPEAT_NOT_ARRAY,
                    "the value of '" + name + "' in $repeat is not an array",
                    "Write an array, even of one element.");
              }
              array.items().forEach(item -> repeated(name, item, out));
            });
    return out.tokens();
  }

  private void repeated(String name, FormValue item, ArgsOutput out) {
    if (isTrue(item) && !name.endsWith("=")) {
      out.add(Token.literal(name));
    } else {
      flag(name, item, out);
    }
  }

  private static FormValue.Obj members(FormValue value, String code, String directive) {
    if (!(value instanceof FormValue.Obj object)) {
      throw wrong(code, "the value of " + directive + " is not an object", null);
    }
    checkWritten(object);
    return object;
  }

  private static FormException badName(String name) {
    return wrong(
        FormCodes.ARGS_BAD_NAME,
        "'" + name + "' is neither a word nor a flag",
        "Words and flags are letters, digits, '_' and '-'; write anything else in $args.");
  }

  private static FormException wrong(String code, String message, @Nullable String hint) {
    return new FormException(code, message, hint, "");
  }

  /** Builds arguments and combines adjacent one-letter flags. Confined to one object. */
  private static final class ArgsOutput {
    private static final int LETTER_FLAG = 2;

    private final Budget budget;
    private final List<Token> tokens = new ArrayList<>();
    private final StringBuilder letters = new StringBuilder();

    ArgsOutput(Budget budget) {
      this.budget = budget;
    }

    /** Whether a flag is a sign and one letter or digit. */
    static boolean isLetter(String flag) {
      return flag.length() == LETTER_FLAG && !flag.endsWith("=");
    }

    /** Adds a flag without a value. */
    void flag(String flag) {
      if (!isLetter(flag)) {
        add(Token.literal(flag));
        return;
      }
      if (!letters.isEmpty() && letters.charAt(0) != flag.charAt(0)) {
        flush();
      }
      letters.append(letters.isEmpty() ? flag : flag.substring(1));
    }

    /** Adds a name that ends with {@code =}, followed by its values. */
    void joined(String name, List<Token> values) {
      StringBuilder joined = new StringBuilder(name);
      Provenance provenance = Provenance.LITERAL;
      for (int i = 0; i < values.size(); i++) {
        FormValue.Text text = values.get(i).text();
        joined.append(i == 0 ? "" : ",");
        joined.append(text.value().replace("\\", "\\\\").replace(",", "\\,"));
        provenance = text.provenance() == Provenance.LITERAL ? provenance : Provenance.MIXED;
      }
      budget.text(joined.length());
      add(new Token(new FormValue.Text(joined.toString(), provenance), false));
    }

    void add(Token token) {
      flush();
      tokens.add(token);
    }

    void addAll(List<Token> more) {
      more.forEach(this::add);
    }

    List<Token> tokens() {
      flush();
      return tokens;
    }

    private void flush() {
      if (!letters.isEmpty()) {
        budget.nodes(1);
        tokens.add(Token.literal(letters.toString()));
        letters.setLength(0);
      }
    }
  }
}
