package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.JsonWriter;
import dev.escarole.recipe.form.value.Provenance;
import dev.escarole.recipe.form.value.Values;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The named encodings (Tool Form, section 7; Command Handle, section 4). */
enum Encoding implements Choice {
  /** JSON text; {@code $indent} sets the indentation, {@code $content} replaces its object. */
  JSON {
    @Override
    @Nullable FormValue encode(@Nullable FormValue input, Budget budget, ArgsRules rules) {
      if (input == null) {
        return null;
      }
      int indent = indent(input);
      FormValue content = content(without(input, "$indent"));
      String text = JsonWriter.indented(content, indent, budget);
      return new FormValue.Text(text, Values.madeOf(content));
    }
  },
  /** Base64 of bytes, of the UTF-8 of a text, or of the JSON of anything else. */
  BASE64 {
    @Override
    @Nullable FormValue encode(@Nullable FormValue input, Budget budget, ArgsRules rules) {
      if (input == null) {
        return null;
      }
      FormValue content = content(input);
      byte[] bytes = bytes(content, budget);
      budget.text(bytes.length * 4L / 3);
      return new FormValue.Text(Base64.getEncoder().encodeToString(bytes), Values.madeOf(content));
    }
  },
  /** Form encoding of web pages; nested names are joined by dots. */
  URLENCODED {
    @Override
    @Nullable FormValue encode(@Nullable FormValue input, Budget budget, ArgsRules rules) {
      if (!(input instanceof FormValue.Obj object)) {
        return new FormValue.Text("", Provenance.LITERAL);
      }
      return new FormValue.Text(new UrlEncoded(budget).of(object), Values.madeOf(object));
    }
  },
  /** A list of arguments. */
  ARGS {
    @Override
    FormValue encode(@Nullable FormValue input, Budget budget, ArgsRules rules) {
      return new ArgsEncoding(budget, rules).encode(input);
    }
  };

  /** The encoded value; null when it is undefined. */
  abstract @Nullable FormValue encode(@Nullable FormValue input, Budget budget, ArgsRules rules);

  private static final int MOST_INDENT = 16;
  private static final int TWO = 2;

  static Encoding named(String name) {
    return Choice.named(values(), name, "encoding", FormCodes.UNKNOWN_ENCODING);
  }

  private static int indent(FormValue input) {
    FormValue indent = written(input, "$indent");
    if (indent instanceof FormValue.Bool bool && bool.value()) {
      return TWO;
    }
    if (!(indent instanceof FormValue.Num number)) {
      return 0;
    }
    return Math.max(0, Math.min(MOST_INDENT, number.value().intValue()));
  }

  private static FormValue without(FormValue input, String name) {
    if (!(input instanceof FormValue.Obj object) || written(input, name) == null) {
      return input;
    }
    Map<String, FormValue.Member> rest = new LinkedHashMap<>(object.members());
    rest.remove(name);
    return new FormValue.Obj(rest, object.provenance());
  }

  private static FormValue content(FormValue input) {
    FormValue content = written(input, "$content");
    return content == null ? input : content;
  }

  /** A member written in the form; callers cannot choose how their objects are encoded. */
  private static @Nullable FormValue written(FormValue input, String name) {
    FormValue.Member member =
        input instanceof FormValue.Obj object ? object.members().get(name) : null;
    return member == null || member.dynamicName() ? null : member.value();
  }

  private static byte[] bytes(FormValue content, Budget budget) {
    if (content instanceof FormValue.Binary binary) {
      return binary.bytes();
    }
    String text =
        content instanceof FormValue.Text written
            ? written.value()
            : JsonWriter.indented(content, 0, budget);
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Objects as {@code application/x-www-form-urlencoded}; nested names are joined by dots. */
  private static final class UrlEncoded {
    private final Budget budget;
    private final List<String> pairs = new ArrayList<>();

    UrlEncoded(Budget budget) {
      this.budget = budget;
    }

    String of(FormValue.Obj object) {
      members(object, "");
      return String.join("&", pairs);
    }

    private void members(FormValue.Obj object, String prefix) {
      object.members().forEach((name, member) -> value(member.value(), prefix + name));
    }

    private void value(FormValue value, String path) {
      if (value instanceof FormValue.Obj object) {
        members(object, path + ".");
      } else if (value instanceof FormValue.Array array) {
        for (int i = 0; i < array.items().size(); i++) {
          value(array.items().get(i), path + "." + i);
        }
      } else if (value instanceof FormValue.Text text) {
        pair(path, text.value());
      } else if (!(value instanceof FormValue.Null)) {
        StringBuilder out = new StringBuilder();
        JsonWriter.write(value, out, budget);
        pair(path, out.toString());
      }
    }

    private void pair(String path, String value) {
      String pair =
          URLEncoder.encode(path, StandardCharsets.UTF_8)
              + "="
              + URLEncoder.encode(value, StandardCharsets.UTF_8);
      budget.text(pair.length());
      pairs.add(pair);
    }
  }
}
