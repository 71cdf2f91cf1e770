package dev.escarole.web.app;

import dev.escarole.web.app.EscaroleContractTest.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Cases of {@link EscaroleContractTest} about one subject. */
abstract class ContractCases {

  final Twins twins;
  private final List<Case<?, ?>> cases = new ArrayList<>();

  ContractCases(Twins twins) {
    this.twins = twins;
  }

  final <Q extends Record, R> void same(Verb<Q, R> verb, String what, Q input) {
    cases.add(new Case<>(verb, what, () -> input, true));
  }

  final <Q extends Record, R> void alike(Verb<Q, R> verb, String what, Supplier<Q> input) {
    cases.add(new Case<>(verb, what, input, false));
  }

  final List<Case<?, ?>> all() {
    return List.copyOf(cases);
  }
}
