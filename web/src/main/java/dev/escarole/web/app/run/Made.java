package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.regex.Pattern;

/**
 * Texts that only Escarole makes, never an author. A reply of another machine that holds something
 * else in their place is refused, so that nobody has to think of it who prints one.
 */
public final class Made {

  private Made() {}

  /** The id of a run, or a hash. */
  @JacksonAnnotationsInside
  @JsonDeserialize(using = IdReader.class)
  @Retention(RetentionPolicy.RUNTIME)
  @Target({
    ElementType.RECORD_COMPONENT,
    ElementType.FIELD,
    ElementType.METHOD,
    ElementType.PARAMETER
  })
  public @interface Id {}

  /** The place of a step in the plan. */
  @JacksonAnnotationsInside
  @JsonDeserialize(using = PathReader.class)
  @Retention(RetentionPolicy.RUNTIME)
  @Target({
    ElementType.RECORD_COMPONENT,
    ElementType.FIELD,
    ElementType.METHOD,
    ElementType.PARAMETER
  })
  public @interface Path {}

  /** A word of an outcome, a kind or a state. */
  @JacksonAnnotationsInside
  @JsonDeserialize(using = WordReader.class)
  @Retention(RetentionPolicy.RUNTIME)
  @Target({
    ElementType.RECORD_COMPONENT,
    ElementType.FIELD,
    ElementType.METHOD,
    ElementType.PARAMETER
  })
  public @interface Word {}

  private abstract static class Reader extends StdScalarDeserializer<String> {
    private static final long serialVersionUID = 1L;

    private final Pattern pattern;

    Reader(Pattern pattern) {
      super(String.class);
      this.pattern = pattern;
    }

    @Override
    public String deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      String text = String.valueOf(parser.getValueAsString());
      if (!pattern.matcher(text).matches()) {
        throw context.weirdStringException("?", String.class, "a field is not what it should be");
      }
      return text;
    }
  }

  static final class IdReader extends Reader {
    private static final long serialVersionUID = 1L;

    IdReader() {
      super(Pattern.compile("[0-9a-z-]{1,64}"));
    }
  }

  static final class PathReader extends Reader {
    private static final long serialVersionUID = 1L;

    PathReader() {
      super(Pattern.compile("[0-9a-z.]{1,4000}"));
    }
  }

  static final class WordReader extends Reader {
    private static final long serialVersionUID = 1L;

    WordReader() {
      super(Pattern.compile("[a-z_]{1,40}"));
    }
  }
}
