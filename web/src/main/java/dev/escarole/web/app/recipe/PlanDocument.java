package dev.escarole.web.app.recipe;

import dev.escarole.web.app.Documented;
import java.util.List;

/**
 * A plan and the directories that its commands may use. Written as {@code escarole plan --format
 * json} prints it. Immutable.
 *
 * @param directories as texts for people
 */
@Documented("As 'escarole plan --format json' prints it.")
public record PlanDocument(dev.escarole.engine.plan.Plan plan, List<String> directories) {
  public PlanDocument {
    directories = List.copyOf(directories);
  }
}
