package dev.escarole.recipe;

import dev.escarole.recipe.template.PlainValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;

/** The value of a YAML scalar under the core schema of YAML 1.2. */
final class YamlScalar {
  private static final CoreScalarResolver RESOLVER = new CoreScalarResolver(false);
  private static final int LONGEST_NUMBER = 500;

  private final String text;

  private YamlScalar(String text) {
    this.text = text;
  }

  static YamlScalar of(String text) {
    return new YamlScalar(text);
  }

  /** A number or another value; neither if the number is not finite. */
  record Meaning(
      String text, @Nullable BigDecimal number, @Nullable Object value, boolean notFinite) {}

  /** The meaning of plain text without a tag. */
  Meaning implicit() {
    Tag tag = resolved();
    return tag.equals(Tag.NULL) ? plain(null) : as(tag);
  }

  /** Whether {@code tag} is one of the core scalar tags. */
  boolean knows(String tag) {
    return tag.equals("!")
        || tag.equals(Tag.STR.getValue())
        || tag.equals(Tag.NULL.getValue())
        || tag.equals(Tag.BOOL.getValue())
        || tag.equals(Tag.INT.getValue())
        || tag.equals(Tag.FLOAT.getValue());
  }

  /** The meaning under an explicit core tag; empty if the text does not match the tag. */
  Optional<Meaning> tagged(String tag) {
    if (tag.equals("!") || tag.equals(Tag.STR.getValue())) {
      return Optional.of(plain(text));
    }
    Tag natural = resolved();
    boolean widened = tag.equals(Tag.FLOAT.getValue()) && natural.equals(Tag.INT);
    return widened || natural.getValue().equals(tag) ? Optional.of(implicit()) : Optional.empty();
  }

  private Tag resolved() {
    return text.length() > LONGEST_NUMBER ? Tag.STR : RESOLVER.resolve(text, true);
  }

  private Meaning as(Tag tag) {
    if (tag.equals(Tag.BOOL)) {
      return plain(text.equalsIgnoreCase("true"));
    }
    if (tag.equals(Tag.INT)) {
      return new Meaning(text, whole(), null, false);
    }
    if (tag.equals(Tag.FLOAT)) {
      BigDecimal number = PlainValue.parseDecimal(text);
      return new Meaning(text, number, null, number == null);
    }
    return plain(text);
  }

  private Meaning plain(@Nullable Object value) {
    return new Meaning(text, null, value, false);
  }

  private BigDecimal whole() {
    if (text.startsWith("0x")) {
      return new BigDecimal(new BigInteger(text.substring(2), 16));
    }
    return text.startsWith("0o")
        ? new BigDecimal(new BigInteger(text.substring(2), 8))
        : new BigDecimal(text);
  }
}
