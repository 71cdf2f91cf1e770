package dev.escarole.web.page.recipe;

import dev.escarole.engine.command.DirectoryGrant;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory that the policy lets somebody use, and whether the form asks for it. Immutable.
 *
 * @param options what can be asked for, as {@code HOST::GUEST[:ro]}
 * @param chosen the option that was chosen; empty if the run is not to have the directory
 */
public record DirectoryChoice(String host, String guest, List<Option> options, String chosen) {

  public DirectoryChoice {
    options = List.copyOf(options);
  }

  /** One way to have the directory. */
  public record Option(String text, String words) {}

  /** The choice between all that a grant covers. */
  static DirectoryChoice of(DirectoryGrant grant, List<String> asked) {
    List<Option> options = new ArrayList<>();
    options.add(
        new Option(
            new DirectoryGrant(grant.host(), grant.guest(), DirectoryGrant.Mode.READ_ONLY).text(),
            "read only"));
    if (grant.mode() == DirectoryGrant.Mode.READ_WRITE) {
      options.add(new Option(grant.text(), "read and write"));
    }
    String chosen =
        options.stream().map(Option::text).filter(asked::contains).findFirst().orElse("");
    return new DirectoryChoice(grant.host().toString(), grant.guest(), options, chosen);
  }
}
