package dev.escarole.engine;

import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.WantedDirectory;
import dev.escarole.recipe.template.Codes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives a run the directories that its recipe declares in {@code dirs}: those of the request, or
 * else those that the principal's policy grants under the same path, never with more rights than
 * declared. Thread-safe.
 */
final class DeclaredDirectories {

  private final Function<Principal, Policy> policies;

  DeclaredDirectories(Function<Principal, Policy> policies) {
    this.policies = policies;
  }

  /** The request with all declared directories that there are. */
  RunRequest granted(RunRequest request) {
    List<WantedDirectory> wanted = request.recipe().wantedDirectories();
    if (wanted.isEmpty()) {
      return request;
    }
    List<DirectoryGrant> all = new ArrayList<>(request.directories());
    for (WantedDirectory each : wanted) {
      DirectoryGrant given = given(all, each.guest());
      if (given != null) {
        all.set(all.indexOf(given), narrowed(given, each));
      } else {
        DirectoryGrant granted = ofPolicy(request.principal(), each);
        if (granted != null) {
          all.add(granted);
        }
      }
    }
    return request.withDirectories(all);
  }

  /**
   * The same for a launch.
   *
   * @throws RecipeException if one is missing, or commands could not change it as they need to
   */
  RunRequest required(RunRequest request) {
    RunRequest granted = granted(request);
    List<Problem> missing = new ArrayList<>();
    for (WantedDirectory each : request.recipe().wantedDirectories()) {
      DirectoryGrant given = given(granted.directories(), each.guest());
      if (given == null) {
        missing.add(problem(request.recipe(), each, "is missing"));
      } else if (each.writable() && given.mode() == DirectoryGrant.Mode.READ_ONLY) {
        missing.add(problem(request.recipe(), each, "is granted for reading only"));
      }
    }
    if (!missing.isEmpty()) {
      throw new RecipeException(missing);
    }
    return granted;
  }

  private static Problem problem(Recipe recipe, WantedDirectory wanted, String what) {
    String why = wanted.why().isEmpty() ? "" : " (" + wanted.why() + ")";
    return recipe.problem(
        Codes.MISSING_DIRECTORY,
        "the directory %s%s, which the recipe needs for %s, %s"
            .formatted(
                wanted.guest(), why, wanted.writable() ? "reading and writing" : "reading", what),
        "Give it: --dir HOST::%s%s, or let the policy grant one directory under this path."
            .formatted(wanted.guest(), wanted.ending()),
        wanted.pointer());
  }

  private static @Nullable DirectoryGrant given(List<DirectoryGrant> all, String guest) {
    return all.stream().filter(each -> each.guest().equals(guest)).findFirst().orElse(null);
  }

  /** Only if the policy leaves no choice. */
  private @Nullable DirectoryGrant ofPolicy(Principal principal, WantedDirectory wanted) {
    List<DirectoryGrant> fitting =
        policies.apply(principal).grants().directories().orElse(List.of()).stream()
            .filter(each -> each.guest().equals(wanted.guest()))
            .filter(each -> !wanted.writable() || each.mode() == DirectoryGrant.Mode.READ_WRITE)
            .toList();
    return fitting.size() == 1 ? narrowed(fitting.get(0), wanted) : null;
  }

  private static DirectoryGrant narrowed(DirectoryGrant grant, WantedDirectory wanted) {
    return wanted.writable()
        ? grant
        : new DirectoryGrant(grant.host(), grant.guest(), DirectoryGrant.Mode.READ_ONLY);
  }
}
