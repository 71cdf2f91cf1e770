package dev.escarole.web.app;

import dev.escarole.web.app.EscaroleContractTest.Case;
import dev.escarole.web.app.filter.FilterName;
import dev.escarole.web.app.filter.SaveFilterRequest;
import dev.escarole.web.app.system.NoInput;
import java.util.List;
import java.util.function.Supplier;

/** What is asked about saved filters. */
final class FilterCases {

  private FilterCases() {}

  static List<Case<?, ?>> of(Twins twins) {
    SaveFilterRequest late = new SaveFilterRequest("late", "age=day&status=failed");
    return List.of(
        same(FilterVerbs.LIST, "none", NoInput.NONE),
        same(FilterVerbs.SAVE, "a name", late),
        same(FilterVerbs.LIST, "one", NoInput.NONE),
        same(FilterVerbs.SAVE, "no name", new SaveFilterRequest(" ", "age=day")),
        same(FilterVerbs.SAVE, "no query", new SaveFilterRequest("tag", "<script>")),
        new Case<>(FilterVerbs.DELETE, "one", saved(twins, late), false),
        same(FilterVerbs.DELETE, "nothing", new FilterName("never")));
  }

  private static Supplier<FilterName> saved(Twins twins, SaveFilterRequest filter) {
    return () -> new FilterName(twins.local.saveFilter(filter).name());
  }

  private static <Q extends Record, R> Case<Q, R> same(Verb<Q, R> verb, String what, Q input) {
    return new Case<>(verb, what, () -> input, true);
  }
}
