package dev.escarole.web.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.recipe.Severity;
import dev.escarole.web.app.recipe.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A refusal as REST tells it: problem details. */
@Documented("Why nothing was done (RFC 9457).")
public record ProblemDocument(
    String type,
    @Documented("The reason.") String title,
    int status,
    @Documented("Names the reason, for programs.") String code,
    @Documented("What to do about it.") String hint,
    @Documented("The path that was asked for.") String instance,
    @Documented("The input that is wrong; absent if it is none, or not one alone.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String field,
    @Documented("Seconds until it may succeed, like the header Retry-After; absent if unknown.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Long retryAfterSeconds,
    @Documented("The mistakes of a recipe or its values; absent if it is not about these.")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<Finding> problems) {

  private static final String TYPE = "urn:escarole:problem:";

  public ProblemDocument {
    problems = List.copyOf(problems);
  }

  /**
   * The document of a refusal.
   *
   * @param status of the answer
   * @param instance the path that was asked for
   */
  public static ProblemDocument of(Refusal refusal, int status, String instance) {
    return new ProblemDocument(
        TYPE + refusal.code().word(),
        refusal.message(),
        status,
        refusal.code().word(),
        refusal.hint(),
        instance,
        refusal.field(),
        refusal.retryAfterSeconds(),
        Finding.all(refusal.problems()));
  }

  /**
   * The refusal again. A code that only the other side knows becomes the one that says least, and
   * the message names it.
   */
  public Refusal refusal() {
    RefusalCode known = RefusalCode.ofWord(code).orElse(null);
    return new Refusal(
        known == null ? RefusalCode.ofStatus(status) : known,
        known == null ? "%s (%s)".formatted(title, code) : title,
        hint,
        field,
        problems.stream().map(each -> each.problem(Severity.ERROR)).toList(),
        retryAfterSeconds);
  }
}
