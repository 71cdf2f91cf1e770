package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.acli.Caller;
import dev.escarole.web.agent.command.RunDocument;
import dev.escarole.web.agent.command.RunDocuments;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a resource's address names: something that a run has left, and from where on.
 *
 * @param base the address without a place to begin
 * @param run which run
 * @param part what of it, such as {@code result}; empty for the run itself
 * @param from where to begin
 */
record ResourceUri(String base, String run, String part, int from) {

  static final String ROOT = "escarole://runs/";

  private static final Pattern FORM =
      Pattern.compile(
          "("
              + Pattern.quote(ROOT)
              + "([^/?]+)(/result|/joins|/steps/[^/?]+/std(?:out|err))?)"
              + "(?:\\?from=([0-9]{1,9}))?");

  /** Reads an address; empty if it is of another form. */
  static Optional<ResourceUri> of(String uri) {
    Matcher form = FORM.matcher(uri);
    if (!form.matches()) {
      return Optional.empty();
    }
    String part = form.group(3) == null ? "" : form.group(3).substring(1);
    int from = form.group(4) == null ? 0 : Integer.parseInt(form.group(4));
    return Optional.of(new ResourceUri(form.group(1), form.group(2), part, from));
  }

  /** The same from another place on. */
  String from(int place) {
    return base + "?from=" + place;
  }

  /** What it names, if the caller may see it. */
  Optional<RunDocument> read(RunDocuments documents, Caller caller) {
    return switch (part) {
      case "" -> documents.run(caller, run);
      case "joins" -> documents.joins(caller, run, from);
      case "result" -> documents.result(caller, run, from);
      default -> {
        String[] words = part.split("/", -1);
        yield documents.output(
            caller, new RunDocuments.StepOutput(run, words[1], words[2].equals("stderr")), from);
      }
    };
  }
}
