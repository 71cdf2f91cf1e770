package dev.escarole.recipe.template;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code {items[index]}}: one item of an array. */
final class ItemPlaceholder extends Placeholder {
  private final String name;
  private final Placeholder index;

  ItemPlaceholder(String content, String name, Placeholder index) {
    super(content);
    this.name = name;
    this.index = index;
  }

  @Override
  public List<Mention> mentions() {
    List<Mention> mentions = new ArrayList<>();
    mentions.add(new Mention(name, null, null, Mention.Need.ARRAY));
    mentions.addAll(index.mentions());
    return mentions;
  }

  @Override
  @Nullable Object find(Scope scope, @Nullable Trail trail) {
    List<?> items = scope.array(name, trail);
    if (items == null) {
      return null;
    }
    Object position = index.require(scope, trail);
    int at = position(position, items.size());
    return items.get(at);
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
  boolean bindsTo(Home home) {
    // The copies of a repeated node mean their own index, not that of a repeat around them.
    boolean ownIndex = home.repeats() && index instanceof RepeatPlaceholder;
    return !ownIndex && home.enclosing().has(name) && index.isKnownIn(home.enclosing());
  }

  @Override
  TemplateException unresolved(Scope scope) {
    return scope.has(name)
        ? new TemplateException(
            Codes.UNRESOLVED_PLACEHOLDER, "the item that " + source() + " names is null", null)
        : scope.noValueFor(name);
  }
}
