package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.store.SavedFilters.SavedFilter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedFiltersTest {

  @Test
  void filters_of_one_principal_are_not_those_of_another_and_outlast_the_engine(
      @TempDir Path directory) {
    try (Engine engine = Engine.open(EngineOptions.at(directory))) {
      SavedFilters filters = engine.records().filters();
      assertThat(filters.save("vera", new SavedFilter("late", "age=day"))).isTrue();
      assertThat(filters.save("vera", new SavedFilter("bad", "status=failed"))).isTrue();
      assertThat(filters.save("vera", new SavedFilter("bad", "status=degraded"))).isTrue();
      assertThat(filters.save("otto", new SavedFilter("bad", "text=x"))).isTrue();
    }
    try (Engine engine = Engine.open(EngineOptions.at(directory))) {
      SavedFilters filters = engine.records().filters();
      assertThat(filters.list("vera"))
          .containsExactly(
              new SavedFilter("bad", "status=degraded"), new SavedFilter("late", "age=day"));
      assertThat(filters.delete("vera", "late")).isTrue();
      assertThat(filters.delete("vera", "late")).isFalse();
      assertThat(filters.list("otto")).containsExactly(new SavedFilter("bad", "text=x"));
      assertThat(filters.list("nobody")).isEmpty();
    }
  }

  @Test
  void one_principal_has_at_most_fifty() {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      SavedFilters filters = engine.records().filters();
      for (int i = 0; i < SavedFilters.MOST; i++) {
        assertThat(filters.save("vera", new SavedFilter("f" + i, ""))).isTrue();
      }
      assertThat(filters.save("vera", new SavedFilter("more", ""))).isFalse();
      assertThat(filters.save("vera", new SavedFilter("f7", "age=day")))
          .as("one that is there can be changed")
          .isTrue();
      assertThat(filters.save("otto", new SavedFilter("more", ""))).isTrue();
      assertThat(filters.list("vera")).hasSize(SavedFilters.MOST);
    }
  }
}
