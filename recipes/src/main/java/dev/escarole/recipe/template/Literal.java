package dev.escarole.recipe.template;

import dev.escarole.recipe.template.SettingForm.ValueForm;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Forms of values without placeholders. */
@SuppressWarnings("ImmutableEnumChecker") // What it holds is never changed.
public enum Literal implements ValueForm {
  FLAG("a boolean", JsonType.BOOLEAN, null) {
    @Override
    public Object read(String key, Object written) {
      return written;
    }

    @Override
    public String words(String key, Object value) {
      return value.equals(true) ? key : "no " + key;
    }

    @Override
    public Object ofPlain(Object plain) {
      if (plain instanceof Boolean) {
        return plain;
      }
      throw new IllegalArgumentException("no boolean: " + plain);
    }
  },

  FAILURE("a string", JsonType.STRING, null) {
    @Override
    public Object read(String key, Object written) {
      String word = String.valueOf(written);
      return FailureScope.ofWord(word).orElseThrow(() -> unknown(key, word));
    }

    private TemplateException unknown(String key, String word) {
      String nearest = NearestName.of(word, FailureScope.words());
      return new TemplateException(
          Codes.UNKNOWN_FAILURE,
          "'" + key + "' must be continue, branch or root, not '" + word + "'",
          nearest == null ? null : "Did you mean '" + nearest + "'?");
    }

    @Override
    public Object plain(Object value) {
      return ((FailureScope) value).word();
    }

    @Override
    public Object ofPlain(Object plain) {
      return FailureScope.ofWord(String.valueOf(plain))
          .orElseThrow(() -> new IllegalArgumentException("no failure scope: " + plain));
    }
  },

  AWAIT("a string", JsonType.STRING, null) {
    @Override
    public Object read(String key, Object written) {
      String word = String.valueOf(written);
      return AwaitKind.ofWord(word).orElseThrow(() -> unknown(key, word));
    }

    private TemplateException unknown(String key, String word) {
      String nearest = NearestName.of(word, AwaitKind.words());
      return new TemplateException(
          Codes.UNKNOWN_AWAIT,
          "'" + key + "' must be approval or callback, not '" + word + "'",
          nearest == null ? null : "Did you mean '" + nearest + "'?");
    }

    @Override
    public Object plain(Object value) {
      return ((AwaitKind) value).word();
    }

    @Override
    public Object ofPlain(Object plain) {
      return AwaitKind.ofWord(String.valueOf(plain))
          .orElseThrow(() -> new IllegalArgumentException("no kind of await: " + plain));
    }
  },

  CODES("an array of exit codes", JsonType.ARRAY, SuccessCodes.ZERO) {
    @Override
    public Object read(String key, Object written) {
      return SuccessCodes.of((List<?>) written);
    }

    @Override
    public String words(String key, Object value) {
      return ((SuccessCodes) value)
          .codes().stream().map(String::valueOf).collect(Collectors.joining(" ", key + " ", ""));
    }

    @Override
    public Object plain(Object value) {
      return ((SuccessCodes) value).codes();
    }

    @Override
    public Object ofPlain(Object plain) {
      List<?> codes = plain instanceof List<?> list ? list : List.of();
      return new SuccessCodes(codes.stream().map(code -> ((Number) code).intValue()).toList());
    }
  };

  private final String expectation;
  private final JsonType type;
  private final @Nullable Object unset;

  Literal(String expectation, JsonType type, @Nullable Object unset) {
    this.expectation = expectation;
    this.type = type;
    this.unset = unset;
  }

  @Override
  public String expectation() {
    return expectation;
  }

  @Override
  public boolean accepts(JsonType other) {
    return type == other;
  }

  @Override
  public @Nullable Object unset() {
    return unset;
  }
}
