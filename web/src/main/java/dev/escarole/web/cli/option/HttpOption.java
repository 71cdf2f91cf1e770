package dev.escarole.web.cli.option;

import dev.escarole.engine.command.HttpGrant;
import dev.escarole.web.cli.text.UsageException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The HTTP requests that a call permits, as the field {@code http} of a recipe does. */
public final class HttpOption {

  @Option(
      names = "--http",
      paramLabel = "ORIGIN[/PATH]",
      description =
          "Lets commands make GET and HEAD requests there, such as https://api.example.com/v1, if"
              + " the policy permits them too; may be repeated. For other methods write"
              + " 'GET,POST ORIGIN'.")
  private List<String> requests = new ArrayList<>();

  /** All requests that are permitted. */
  public List<HttpGrant> grants() {
    List<HttpGrant> grants = new ArrayList<>();
    for (String text : requests) {
      try {
        grants.add(HttpGrant.parse(text));
      } catch (IllegalArgumentException e) {
        throw new UsageException(
            "bad-http",
            "--http " + text + ": " + e.getMessage(),
            "Write for example --http https://api.example.com/v1");
      }
    }
    return grants;
  }
}
