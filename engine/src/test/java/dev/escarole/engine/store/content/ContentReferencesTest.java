package dev.escarole.engine.store.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No reference to a content was forgotten. */
class ContentReferencesTest {

  /** Names a content that is stored as something else, or not at all. */
  private static final String INPUT = "attempt.stdin_sha256";

  @Test
  void every_column_that_names_a_content_keeps_it() throws SQLException {
    String url = "jdbc:h2:mem:references;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "runscript from 'classpath:dev/escarole/engine/store/database/migration/V1__schema.sql'");
      List<String> columns = columns(connection);
      assertThat(columns).contains("attempt.stdout_sha256", INPUT);
      for (String column : columns) {
        String table = column.substring(0, column.indexOf('.'));
        String name = column.substring(column.indexOf('.') + 1);
        assertThat(ContentSql.REFERENCES)
            .as(column)
            .anyMatch(
                sql ->
                    column.equals(INPUT)
                        || ((sql + " ").contains(" from " + table + " ") && sql.contains(name)));
      }
    }
  }

  private static List<String> columns(Connection connection) throws SQLException {
    List<String> columns = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select table_name, column_name from information_schema.columns"
                    + " where column_name like '%_sha256' and column_name <> 'key_sha256'")) {
      while (row.next()) {
        columns.add(row.getString(1) + "." + row.getString(2));
      }
    }
    return columns;
  }
}
