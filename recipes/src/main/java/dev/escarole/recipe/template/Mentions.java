package dev.escarole.recipe.template;

import java.util.List;

/** Mentions seen from a place that only asks for truth. */
final class Mentions {
  private Mentions() {}

  static List<Mention> asTruth(List<Mention> mentions) {
    return mentions.stream()
        .map(each -> new Mention(each.name(), each.type(), each.defaultText(), Mention.Need.TRUTH))
        .toList();
  }
}
