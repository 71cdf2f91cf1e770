package dev.escarole.samples.bench.clustersoak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes the recipes of a soak into the folder that the servers watch. */
final class SoakRecipes {

  private static final String TAKE =
      """
      {"name": "take", "inbox": {"match": "*.csv", "as": "file"}, "args": ["file"],
       "template": ["sleep 1", "cat {file}", "sha256sum"]}
      """;

  private static final String SPOILT =
      """
      {"name": "spoilt", "inbox": {"match": "*.bad", "as": "file"}, "args": ["file"],
       "failure": "root", "template": ["cat {file}", "false"]}
      """;

  private SoakRecipes() {}

  /** Writes all; each appears whole. */
  static void write(Path folder, SoakPlan plan) throws IOException {
    write(folder, SoakJournal.TAKE, TAKE);
    write(folder, SoakJournal.SPOILT, SPOILT);
    for (PlannedSchedule each : plan.schedules()) {
      write(folder, each.recipe(), each.source());
    }
  }

  private static void write(Path folder, String name, String text) throws IOException {
    Path hidden = folder.resolve("." + name + ".part");
    Files.writeString(hidden, text);
    Files.move(hidden, folder.resolve(name + ".json"), StandardCopyOption.ATOMIC_MOVE);
  }
}
