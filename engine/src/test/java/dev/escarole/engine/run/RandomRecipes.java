package dev.escarole.engine.run;

import java.util.Random;

/** Random recipes in which every setting occurs. */
final class RandomRecipes {
  private static final String[] LEAVES = {
    "say x",
    "cat",
    "fail 3 oh",
    "half y",
    "slow 7 z",
    "slow 30 w",
    "late 12",
    "flaky %d 2",
    "flaky %d 3"
  };

  private final Random random;
  private int flaky;

  RandomRecipes(long seed) {
    this.random = new Random(seed);
  }

  String recipe() {
    return node(3);
  }

  private String node(int depth) {
    return "{" + settings(depth) + "\"template\": " + body(depth) + "}";
  }

  private String body(int depth) {
    int kind = depth == 0 ? 0 : random.nextInt(5);
    if (kind == 0) {
      return "\"" + LEAVES[random.nextInt(LEAVES.length)].formatted(flaky++) + "\"";
    }
    if (kind == 1) {
      return node(depth - 1);
    }
    StringBuilder children = new StringBuilder("[");
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      children.append(i == 0 ? "" : ", ").append(node(depth - 1));
    }
    return children.append("]").toString();
  }

  private String settings(int depth) {
    StringBuilder settings = new StringBuilder();
    if (chance(3)) {
      settings.append("\"parallel\": true, ");
      settings.append(chance(2) ? "\"concurrency\": " + (1 + random.nextInt(3)) + ", " : "");
      settings.append(chance(4) ? "\"min_successful\": 1, " : "");
    }
    settings.append(chance(6) ? "\"repeat\": " + random.nextInt(4) + ", " : "");
    settings.append(chance(8) ? "\"when\": false, " : "");
    settings.append(chance(5) ? "\"delay\": " + random.nextInt(20) + ", " : "");
    settings.append(chance(6) ? "\"timeout\": " + random.nextInt(40) + ", " : "");
    settings.append(chance(4) ? "\"failure\": \"" + scope() + "\", " : "");
    if (chance(4)) {
      settings.append("\"retry\": ").append(1 + random.nextInt(3)).append(", ");
      settings.append(depth > 0 && chance(2) ? "\"recover\": " + node(depth - 1) + ", " : "");
    }
    return settings.toString().replace("\"min_successful\": 1", "\"min_successful\": 0");
  }

  private String scope() {
    return new String[] {"continue", "branch", "root"}[random.nextInt(3)];
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }
}
