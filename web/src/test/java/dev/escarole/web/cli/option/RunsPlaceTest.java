package dev.escarole.web.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunsPlaceTest {

  @Test
  void the_database_is_foreseen_of_commands_that_open_the_one_in_a_data_directory() {
    assertThat(RunsPlace.isForeseeable("run", "a.yaml", "--data", "d")).isTrue();
    assertThat(RunsPlace.isForeseeable("runs", "show", "last")).isTrue();
    assertThat(RunsPlace.isForeseeable("serve", "--port", "0")).isTrue();
    assertThat(RunsPlace.isForeseeable("mcp")).isTrue();
    assertThat(RunsPlace.foreseenData("run", "a.yaml", "--data", "d")).isEqualTo("d");
    assertThat(RunsPlace.foreseenData("run", "--data=d e", "a.yaml")).isEqualTo("d e");
    assertThat(RunsPlace.foreseenData("run", "a.yaml")).isNull();
    assertThat(RunsPlace.foreseenData("run", "a.yaml", "--data")).isNull();
  }

  @Test
  void no_database_is_foreseen_of_commands_that_may_open_another_one_none_or_a_later_one() {
    assertThat(RunsPlace.isForeseeable()).isFalse();
    assertThat(RunsPlace.isForeseeable("plan", "a.yaml")).isFalse();
    assertThat(RunsPlace.isForeseeable("validate", "a.yaml")).isFalse();
    assertThat(RunsPlace.isForeseeable("--debug", "run", "a.yaml")).isFalse();
    for (String word :
        new String[] {
          "--help", "-h", "--db", "--db=x", "--config", "--server", "--server=x", "--stdin", "-V"
        }) {
      assertThat(RunsPlace.isForeseeable("run", "a.yaml", word)).as(word).isFalse();
    }
  }
}
