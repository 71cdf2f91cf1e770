package dev.escarole.recipe.template;

import dev.escarole.recipe.template.DefaultValue.DefaultOrigin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parsed placeholder; its content is the text between the braces. */
sealed interface Placeholder {
  String content();

  /** The placeholder as written, with braces. */
  default String source() {
    return '{' + content() + '}';
  }

  List<Mention> mentions();

  @Nullable Object find(Scope scope, @Nullable Trail trail);

  /**
   * Whether a default that is exactly this placeholder refers to the scope that encloses its node.
   */
  default boolean bindsTo(DefaultOrigin origin) {
    return false;
  }

  /** Whether the scope has a value for this placeholder. */
  default boolean isKnownIn(Scope scope) {
    return false;
  }

  TemplateException unresolved(Scope scope);

  /** The value; throws if there is none. */
  default Object require(Scope scope, @Nullable Trail trail) {
    Object value = find(scope, trail);
    if (value == null) {
      throw unresolved(scope);
    }
    return value;
  }

  /** {@code {name}}, {@code {name=default}}, {@code {name:type}} or {@code {name:type=default}}. */
  record ValuePlaceholder(
      String content, String name, @Nullable ArgumentType type, @Nullable String defaultText)
      implements Placeholder {
    public ValuePlaceholder {
      if (type != null && defaultText != null) {
        type.normalise(name, defaultText);
      }
    }

    @Override
    public List<Mention> mentions() {
      return List.of(new Mention(name, type, defaultText, Mention.Need.VALUE));
    }

    @Override
    public @Nullable Object find(Scope scope, @Nullable Trail trail) {
      Object value = scope.value(name, trail);
      if (value == null) {
        value = defaultText;
      }
      return value == null ? null : scope.typed(name, type, value);
    }

    @Override
    public boolean bindsTo(DefaultOrigin origin) {
      return defaultText == null && isKnownIn(origin.enclosing());
    }

    @Override
    public boolean isKnownIn(Scope scope) {
      return scope.has(name);
    }

    @Override
    public TemplateException unresolved(Scope scope) {
      return scope.noValueFor(name);
    }
  }

  /** {@code {items[index]}}: one item of an array. */
  record ItemPlaceholder(String content, String name, Placeholder index) implements Placeholder {
    @Override
    public List<Mention> mentions() {
      List<Mention> mentions = new ArrayList<>();
      mentions.add(new Mention(name, null, null, Mention.Need.ARRAY));
      mentions.addAll(index.mentions());
      return mentions;
    }

    @Override
    public @Nullable Object find(Scope scope, @Nullable Trail trail) {
      List<?> items = scope.array(name, trail);
      if (items == null) {
        return null;
      }
      return items.get(position(index.require(scope, trail), items.size()));
    }

    private int position(Object value, int size) {
      Object normalised;
      try {
        normalised = ArgumentType.INDEX.normalise("index", value);
      } catch (TemplateException notANumber) {
        throw new TemplateException(
            Codes.INDEX_OUT_OF_RANGE,
            source() + " needs a whole number as index, not " + PlainValue.shown(value),
            null);
      }
      long at = (Long) normalised;
      if (at < 0 || at >= size) {
        throw new TemplateException(
            Codes.INDEX_OUT_OF_RANGE,
            source()
                + " asks for item "
                + at
                + ", but '"
                + name
                + "' has "
                + size
                + (size == 1 ? " item" : " items"),
            size == 0 ? null : "The first item is 0, the last is " + (size - 1) + ".");
      }
      return (int) at;
    }

    @Override
    public boolean bindsTo(DefaultOrigin origin) {
      // In a repeated node, the index is that of its own copies, not of an enclosing repeat.
      boolean ownIndex = origin.repeats() && index instanceof RepeatPlaceholder;
      return !ownIndex && origin.enclosing().has(name) && index.isKnownIn(origin.enclosing());
    }

    @Override
    public TemplateException unresolved(Scope scope) {
      return scope.has(name)
          ? new TemplateException(
              Codes.UNRESOLVED_PLACEHOLDER, "the item that " + source() + " names is null", null)
          : scope.noValueFor(name);
    }
  }

  /** {@code {items.length}}, allowed only in numeric settings. */
  record LengthPlaceholder(String content, String name) implements Placeholder {
    @Override
    public List<Mention> mentions() {
      return List.of(new Mention(name, null, null, Mention.Need.ARRAY));
    }

    @Override
    public @Nullable Object find(Scope scope, @Nullable Trail trail) {
      List<?> items = scope.array(name, trail);
      return items == null ? null : (Object) (long) items.size();
    }

    @Override
    public TemplateException unresolved(Scope scope) {
      return scope.noValueFor(name);
    }
  }

  /** {@code {value??fallback}}: the value if it is present and true, or else the fallback. */
  record FallbackPlaceholder(String content, Placeholder operand, String fallback)
      implements Placeholder {
    @Override
    public List<Mention> mentions() {
      return Mention.asTruth(operand.mentions());
    }

    @Override
    public @Nullable Object find(Scope scope, @Nullable Trail trail) {
      Object value = operand.find(scope, trail);
      return PlainValue.isTrue(value) ? value : fallback;
    }

    @Override
    public TemplateException unresolved(Scope scope) {
      return operand.unresolved(scope);
    }
  }

  /** {@code {flag?yes:no}} or {@code {!flag?yes:no}}: one of two texts. */
  record ChoicePlaceholder(
      String content, Placeholder operand, boolean negated, String yes, String no)
      implements Placeholder {
    @Override
    public List<Mention> mentions() {
      return Mention.asTruth(operand.mentions());
    }

    @Override
    public @Nullable Object find(Scope scope, @Nullable Trail trail) {
      return PlainValue.isTrue(operand.find(scope, trail)) != negated ? yes : no;
    }

    @Override
    public TemplateException unresolved(Scope scope) {
      return operand.unresolved(scope);
    }
  }

  /**
   * A value that a repeated node generates: {@code {index}}, {@code {_next}}, {@code {index+1}},
   * {@code {__(prev+1)}}. Outside repeated nodes, a form that is also a valid name is the value of
   * that name.
   */
  record RepeatPlaceholder(
      String content, RepeatExpression expression, int width, @Nullable ValuePlaceholder otherwise)
      implements Placeholder {
    @Override
    public List<Mention> mentions() {
      return List.of();
    }

    @Override
    public @Nullable Object find(Scope scope, @Nullable Trail trail) {
      if (scope.repeats() || expression.isConstant()) {
        long value = expression.evaluate(scope.index(), scope.count());
        return width == 0 ? (Object) value : padded(value);
      }
      return otherwise == null ? null : otherwise.find(scope, trail);
    }

    private String padded(long value) {
      String digits = Long.toString(Math.abs(value));
      String sign = value < 0 ? "-" : "";
      return sign + "0".repeat(Math.max(0, width - digits.length() - sign.length())) + digits;
    }

    @Override
    public boolean bindsTo(DefaultOrigin origin) {
      return otherwise != null && isKnownIn(origin.enclosing());
    }

    @Override
    public boolean isKnownIn(Scope scope) {
      return scope.repeats()
          || expression.isConstant()
          || (otherwise != null && otherwise.isKnownIn(scope));
    }

    @Override
    public TemplateException unresolved(Scope scope) {
      return new TemplateException(
          Codes.UNRESOLVED_PLACEHOLDER,
          source() + " has no value outside a repeated node",
          "Add \"repeat\" to this node or an enclosing one.");
    }
  }
}
