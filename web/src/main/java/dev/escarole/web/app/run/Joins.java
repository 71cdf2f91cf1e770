package dev.escarole.web.app.run;

import java.util.List;

/** Joins of a run with their branches. */
public record Joins(List<JoinPicture> joins, List<BranchPicture> branches) {
  public Joins {
    joins = List.copyOf(joins);
    branches = List.copyOf(branches);
  }
}
