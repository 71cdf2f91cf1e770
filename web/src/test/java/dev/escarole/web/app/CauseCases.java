package dev.escarole.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.app.cause.CauseList;
import dev.escarole.web.app.cause.CausesQuery;
import dev.escarole.web.app.run.Cause;
import dev.escarole.web.app.run.StepsQuery;
import java.util.List;

/** Cases of {@link EscaroleContractTest} about causes. */
@SuppressWarnings("NullAway") // Requests hold null for fields that are not given.
final class CauseCases extends ContractCases {

  /**
   * @param done a run in which {@code 0.0.1} failed
   */
  CauseCases(Twins twins, String done) {
    super(twins);
    for (String run : List.of(done, "last", "nothing")) {
      same(RunVerbs.CAUSES, run, new CausesQuery(run, null));
    }
    for (String step : List.of("0.0", "0.0.0", "0", "0.9", "fan")) {
      same(RunVerbs.CAUSES, "in " + step, new CausesQuery(done, step));
    }
    CauseList all = twins.http.causes(new CausesQuery(done, null));
    assertThat(all.failures()).isEqualTo(1);
    assertThat(all.causes()).extracting(Cause::path).containsExactly("0.0.1");
    assertThat(twins.http.causes(new CausesQuery(done, "0.0.0")).failures()).isZero();
    for (String cause : List.of("any", all.causes().get(0).key(), "none", "%")) {
      same(
          RunVerbs.STEPS,
          "of the cause " + cause,
          new StepsQuery(done, List.of(), null, null, cause, 50, null));
    }
    assertThat(
            twins.http.steps(new StepsQuery(done, List.of(), null, null, "any", 50, null)).steps())
        .singleElement()
        .satisfies(step -> assertThat(step.path()).isEqualTo("0.0.1"));
  }
}
