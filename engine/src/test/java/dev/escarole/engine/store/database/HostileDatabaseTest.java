package dev.escarole.engine.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A database that somebody else has written runs no code when the engine opens it. */
class HostileDatabaseTest {

  @TempDir private Path directory;
  private StoreOptions options;
  private Path marker;

  @BeforeEach
  void setUp() {
    options = StoreOptions.file(directory);
    marker = directory.resolve("code-has-run");
  }

  private void make() {
    RunStore.open(options).close();
  }

  /** Does with the file what anybody can do who may write it. */
  private void plant(String... statements) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(options.url() + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE");
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private String refusal() {
    String[] message = new String[1];
    assertThatThrownBy(() -> RunStore.open(options).close())
        .isInstanceOf(StoreException.class)
        .satisfies(e -> message[0] = e.getMessage());
    return message[0];
  }

  private String triggerSource() {
    return """
    org.h2.api.Trigger create() throws Exception {
      java.nio.file.Files.writeString(java.nio.file.Path.of("%s"), "x");
      return new org.h2.tools.TriggerAdapter() {
        public void fire(java.sql.Connection c, java.sql.ResultSet o, java.sql.ResultSet n) {}
      };
    }
    """
        .formatted(marker);
  }

  @Test
  void a_planted_trigger_is_neither_compiled_nor_run() throws Exception {
    make();
    plant("create trigger t before insert on run for each row as $$" + triggerSource() + "$$");
    Files.delete(marker);
    assertThat(refusal()).contains("it contains a trigger").contains("Move it away");
    assertThat(marker).doesNotExist();
  }

  @Test
  void a_database_replaced_as_a_whole_is_refused() throws Exception {
    plant(
        "create table t (x int)",
        "create trigger t1 before insert on t for each row as $$" + triggerSource() + "$$");
    Files.delete(marker);
    assertThat(refusal()).contains("it contains a trigger");
    assertThat(marker).doesNotExist();
  }

  @Test
  void a_file_left_by_a_compaction_is_inspected_too() throws Exception {
    plant(
        "create table t (x int)",
        "create trigger t1 before insert on t for each row as $$" + triggerSource() + "$$");
    Files.delete(marker);
    Path file = directory.resolve("escarole.mv.db");
    Files.move(file, directory.resolve("escarole.mv.db.newFile"));
    assertThat(refusal()).contains("it contains a trigger");
    assertThat(marker).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "create alias a for 'java.lang.System.getProperty(java.lang.String)' ~ an alias for Java"
            + " code",
        "create alias b as $$String f() { return \"x\"; }$$ ~ an alias for Java code",
        "create constant c value 1 ~ a constant",
        "create domain d as int check (value > 0) ~ a domain",
        "create table j (x java_object) ~ Java objects",
        "create table j (x int, y other) ~ Java objects",
        "create linked table l (null, 'jdbc:h2:mem:x', '', '', '(select 1)') ~ a linked table",
        "create view v as select 1 x ~ a view",
        "create synonym s for run ~ a synonym",
        "create table e (x int default length(file_read('/etc/passwd'))) ~ does not create",
        "create table e (x int, y int generated always as (x + 1)) ~ does not create",
        "create table e (x int check (x > 0)) ~ does not create",
        "create schema other ~ does not create",
        "create role r ~ does not create"
      })
  void definitions_that_the_engine_does_not_create_are_refused_by_name(String sql, String name)
      throws SQLException {
    make();
    plant(sql);
    assertThat(refusal()).contains(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "set java_object_serializer 'no.such.Serializer'",
        "SET DATABASE_EVENT_LISTENER 'x.Y'",
        "SET WRITE_DELAY 0; CREATE ALIAS A FOR 'x.y'",
        "SET WRITE_DELAY 0 /* */",
        "CREATE FORCE TRIGGER \"T\" BEFORE INSERT ON \"public\".\"run\" AS 'x'",
        "CREATE CACHED TABLE \"t\"(\"x\" INTEGER DEFAULT \"FILE_READ\"('/etc/passwd'))",
        "CREATE CACHED TABLE \"t\"(\"x\" INTEGER DEFAULT - \"F\"(1))",
        "CREATE CACHED TABLE \"t\"(\"x\" INTEGER DEFAULT 1 - \"F\"(1))",
        "CREATE CACHED TABLE \"t\"(\"x\" INTEGER) ENGINE \"x.Y\"",
        "CREATE CACHED TABLE \"t\"(\"x\" INTEGER) AS SELECT 1",
        "CREATE CACHED TABLE U&\"t\"(\"x\" INTEGER)",
        "CREATE INDEX \"i\" ON \"public\".\"run\"(\"f\"(1))",
        "ALTER TABLE \"public\".\"run\" ADD CONSTRAINT \"c\" CHECK(TRUE)",
        "CREATE FORCE AGGREGATE \"public\".\"g\" FOR 'x.Y'",
        "RUNSCRIPT FROM '/tmp/x'",
        "CREATE USER IF NOT EXISTS \"x\" SALT '' HASH '' ADMIN; DROP TABLE \"t\"",
        "CREATE USER \"x\" PASSWORD \"f\"()",
        "GRANT SELECT ON SCHEMA \"p\" TO \"x\" ;",
        "call $$x$$",
        ""
      })
  void no_statement_passes_that_could_do_more_than_define_a_table(String sql) {
    assertThat(DefinitionCheck.problem(sql)).isPresent();
  }

  @Test
  void a_definition_of_any_length_is_judged() {
    String name = "x\"\"".repeat(100_000);
    String table = "CREATE CACHED TABLE \"" + name + "\"(\"x\" INTEGER)";
    assertThat(DefinitionCheck.problem(table)).isEmpty();
    assertThat(DefinitionCheck.problem(table + " ENGINE \"x.Y\""))
        .contains("a table of another engine");
  }

  @Test
  void java_objects_of_prepared_transactions_are_not_read() throws IOException {
    make();
    try (MVStore store =
        new MVStore.Builder().fileName(directory.resolve("escarole.mv.db").toString()).open()) {
      MVMap<Integer, Object[]> prepared = store.openMap("openTransactions");
      prepared.put(1, new Object[] {1, new java.util.Locale("x")});
    }
    assertThat(refusal()).contains("Java objects of prepared transactions");
  }

  @Test
  void data_of_a_foreign_class_is_not_read() throws IOException {
    make();
    try (MVStore store =
        new MVStore.Builder().fileName(directory.resolve("escarole.mv.db").toString()).open()) {
      MVMap<String, org.h2.mvstore.type.DataType<?>> types =
          store.openMap(
              "_",
              new MVMap.Builder<String, org.h2.mvstore.type.DataType<?>>()
                  .keyType(org.h2.mvstore.type.StringDataType.INSTANCE)
                  .valueType(new org.h2.mvstore.type.MetaType<>(null, null)));
      types.put("1234", new org.h2.mvstore.type.ObjectDataType());
    }
    assertThat(refusal()).contains("org.h2.mvstore.type.ObjectDataType");
  }

  @Test
  void the_own_database_is_opened_again_and_again() {
    for (int i = 0; i < 3; i++) {
      make();
      assertThat(FileInspection.problem(options.url())).isEmpty();
    }
  }

  @Test
  void rows_are_written_by_a_user_who_can_create_nothing_and_reach_no_file() {
    Database database = Database.open(options, source -> source);
    try (database) {
      for (String sql :
          List.of(
              "create alias a as $$String f() { return \"x\"; }$$",
              "create trigger t before insert on run for each row call 'x.Y'",
              "create table t (x int)",
              "select file_read('/etc/hostname')",
              "call csvwrite('" + marker + "', 'select 1')",
              "script to '" + marker + "'",
              "alter table run add column x int",
              "shutdown")) {
        assertThatThrownBy(
                () ->
                    database.with(
                        "try",
                        connection -> {
                          try (Statement statement = connection.createStatement()) {
                            return statement.execute(sql);
                          }
                        }))
            .as(sql)
            .hasMessageFindingMatch("(?i)rights|admin");
      }
      boolean admin =
          database.<Boolean>with(
              "ask",
              connection -> {
                try (Statement statement = connection.createStatement();
                    ResultSet user =
                        statement.executeQuery(
                            "select is_admin from information_schema.users"
                                + " where user_name = current_user")) {
                  return user.next() && user.getBoolean(1);
                }
              });
      assertThat(admin).isFalse();
    }
    assertThat(marker).doesNotExist();
  }
}
