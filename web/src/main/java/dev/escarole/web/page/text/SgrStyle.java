package dev.escarole.web.page.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Look of text as the SGR escape sequences before it ask for it. Colours are the sixteen that
 * terminals have names for; others become the nearest of these. Immutable.
 *
 * @param foreground 0 to 15; -1 for the usual one
 * @param background likewise
 */
record SgrStyle(
    int foreground,
    int background,
    boolean bold,
    boolean dim,
    boolean italic,
    boolean underlined,
    boolean inverse,
    boolean struck) {

  static final SgrStyle PLAIN = new SgrStyle(-1, -1, false, false, false, false, false, false);

  private static final int USUAL = -1;

  /** The style after a sequence with these parameters, such as {@code 1;31}. */
  SgrStyle after(String parameters) {
    int[] codes = codes(parameters);
    SgrStyle style = this;
    for (int i = 0; i < codes.length; i++) {
      int code = codes[i];
      if (code == 38 || code == 48) {
        int[] rest = Arrays.copyOfRange(codes, i + 1, codes.length);
        int colour = extended(rest);
        style = colour == USUAL ? style : code == 38 ? style.ink(colour) : style.paper(colour);
        i += rest.length == 0 ? 0 : rest[0] == 5 ? 2 : rest[0] == 2 ? 4 : 0;
      } else {
        style = style.with(code);
      }
    }
    return style;
  }

  private static int[] codes(String parameters) {
    String[] words = parameters.split("[;:]", -1);
    int[] codes = new int[words.length];
    for (int i = 0; i < words.length; i++) {
      codes[i] = words[i].matches("[0-9]{1,4}") ? Integer.parseInt(words[i]) : 0;
    }
    return codes;
  }

  private SgrStyle with(int code) {
    return switch (code) {
      case 0 -> PLAIN;
      case 1 -> set(true, dim, italic, underlined, inverse, struck);
      case 2 -> set(bold, true, italic, underlined, inverse, struck);
      case 3 -> set(bold, dim, true, underlined, inverse, struck);
      case 4 -> set(bold, dim, italic, true, inverse, struck);
      case 7 -> set(bold, dim, italic, underlined, true, struck);
      case 9 -> set(bold, dim, italic, underlined, inverse, true);
      case 22 -> set(false, false, italic, underlined, inverse, struck);
      case 23 -> set(bold, dim, false, underlined, inverse, struck);
      case 24 -> set(bold, dim, italic, false, inverse, struck);
      case 27 -> set(bold, dim, italic, underlined, false, struck);
      case 29 -> set(bold, dim, italic, underlined, inverse, false);
      default -> coloured(code);
    };
  }

  private SgrStyle coloured(int code) {
    if (code >= 30 && code <= 37) {
      return ink(code - 30);
    }
    if (code >= 90 && code <= 97) {
      return ink(code - 82);
    }
    if (code >= 40 && code <= 47) {
      return paper(code - 40);
    }
    if (code >= 100 && code <= 107) {
      return paper(code - 92);
    }
    return code == 39 ? ink(USUAL) : code == 49 ? paper(USUAL) : this;
  }

  private SgrStyle set(
      boolean heavy, boolean faint, boolean slanted, boolean line, boolean swapped, boolean out) {
    return new SgrStyle(foreground, background, heavy, faint, slanted, line, swapped, out);
  }

  private SgrStyle ink(int colour) {
    return new SgrStyle(colour, background, bold, dim, italic, underlined, inverse, struck);
  }

  private SgrStyle paper(int colour) {
    return new SgrStyle(foreground, colour, bold, dim, italic, underlined, inverse, struck);
  }

  /** The colour that {@code 5;N} or {@code 2;R;G;B} means; the usual one if it is neither. */
  private static int extended(int[] codes) {
    if (codes.length >= 2 && codes[0] == 5 && codes[1] < 256) {
      return indexed(codes[1]);
    }
    return codes.length >= 4 && codes[0] == 2 ? nearest(codes[1], codes[2], codes[3]) : USUAL;
  }

  private static int indexed(int index) {
    if (index < 16) {
      return index;
    }
    if (index >= 232) {
      int grey = 8 + 10 * (index - 232);
      return nearest(grey, grey, grey);
    }
    int cube = index - 16;
    return nearest(level(cube / 36), level(cube / 6 % 6), level(cube % 6));
  }

  private static int level(int step) {
    return step == 0 ? 0 : 55 + 40 * step;
  }

  /** By hue, as the sixteen have no other. */
  private static int nearest(int red, int green, int blue) {
    int most = Math.max(red, Math.max(green, blue));
    int least = Math.min(red, Math.min(green, blue));
    if (most - least < 48) {
      return most < 64 ? 0 : most < 150 ? 8 : most < 220 ? 7 : 15;
    }
    int middle = (most + least) / 2;
    int hue = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
    return most > 215 ? hue + 8 : hue;
  }

  /** The classes of the style sheet that show it; empty for usual text. */
  String classes() {
    if (equals(PLAIN)) {
      return "";
    }
    List<String> classes = new ArrayList<>();
    int paper = inverse ? foreground : background;
    if (inverse && paper == USUAL) {
      classes.add("sgr-inverse");
    } else if (paper != USUAL) {
      // A colour of the text would not always be readable on another one.
      classes.add("sgr-on-" + paper);
    } else if (foreground != USUAL) {
      classes.add("sgr-" + foreground);
    } else if (dim) {
      classes.add("sgr-dim");
    }
    if (bold) {
      classes.add("sgr-bold");
    }
    if (italic) {
      classes.add("sgr-italic");
    }
    if (underlined || struck) {
      classes.add(underlined && struck ? "sgr-both" : underlined ? "sgr-underlined" : "sgr-struck");
    }
    return String.join(" ", classes);
  }
}
