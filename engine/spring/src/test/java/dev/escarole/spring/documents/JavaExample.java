package dev.escarole.spring.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An example in a document or in Javadoc. It is a whole source file, or a fragment: first its
 * imports, then members of a class if it begins with an annotation, else statements.
 *
 * @param place such as {@code engine/README.md:76}
 */
record JavaExample(String place, String text) {

  private static final Pattern FENCED = Pattern.compile("(?ms)^```java\\b[^\n]*\n(.*?)^```$");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*.*?\\*/");
  private static final Pattern IN_JAVADOC =
      Pattern.compile("(?s)<pre>\\{@code\n(.*?)\n[ *]*}\\s*</pre>");
  private static final Pattern MARGIN = Pattern.compile("(?m)^ *\\* ?");
  private static final Pattern TYPE =
      Pattern.compile("(?m)^((public|final|abstract) )*(class|record|interface|enum) ");

  @Override
  public String toString() {
    return place;
  }

  /** The Java blocks of a document. */
  static List<JavaExample> ofDocument(String name, String document) {
    List<JavaExample> examples = new ArrayList<>();
    for (MatchResult block : FENCED.matcher(document).results().toList()) {
      examples.add(new JavaExample(place(name, document, block.start()), block.group(1)));
    }
    return examples;
  }

  /** The blocks in the Javadoc of a source file. */
  static List<JavaExample> ofSource(String name, String source) {
    List<JavaExample> examples = new ArrayList<>();
    for (MatchResult comment : COMMENT.matcher(source).results().toList()) {
      for (MatchResult block : IN_JAVADOC.matcher(comment.group()).results().toList()) {
        String text = MARGIN.matcher(block.group(1)).replaceAll("");
        examples.add(new JavaExample(place(name, source, comment.start() + block.start()), text));
      }
    }
    return examples;
  }

  private static String place(String name, String text, int offset) {
    return name + ":" + (1 + text.substring(0, offset).chars().filter(c -> c == '\n').count());
  }

  /** The source file that it stands for, in which only its own imports count. */
  String source() {
    String imports = lines(true);
    String code = lines(false);
    String head = "package example;\n" + imports + "\n";
    if (TYPE.matcher(code).find()) {
      return head + code;
    }
    String body =
        code.stripLeading().startsWith("@")
            ? code
            : "static void example() throws Exception {\n" + code + "\n}";
    return head + "class Example extends Given {\n" + body + "\n}\n";
  }

  private String lines(boolean imports) {
    return text.lines()
        .filter(line -> line.startsWith("import ") == imports)
        .collect(Collectors.joining("\n"));
  }
}
