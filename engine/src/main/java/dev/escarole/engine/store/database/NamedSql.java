package dev.escarole.engine.store.database;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.statement.ParsedSql;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Finds {@code :name} in a statement. Jdbi's own parser knows comments and quoted colons too, which
 * no statement of the store has, and takes longer to load than a small run to finish. Thread-safe.
 */
final class NamedSql implements SqlParser {

  private static final Pattern NAME = Pattern.compile(":([a-zA-Z]\\w*)");

  private final Map<String, ParsedSql> parsed = new ConcurrentHashMap<>();

  @Override
  public ParsedSql parse(String sql, StatementContext context) {
    return parsed.computeIfAbsent(sql, NamedSql::parse);
  }

  private static ParsedSql parse(String sql) {
    ParsedSql.Builder builder = ParsedSql.builder();
    Matcher name = NAME.matcher(sql);
    int from = 0;
    while (name.find()) {
      builder.append(sql.substring(from, name.start())).appendNamedParameter(name.group(1));
      from = name.end();
    }
    return builder.append(sql.substring(from)).build();
  }

  @Override
  public String nameParameter(String name, StatementContext context) {
    return ":" + name;
  }
}
