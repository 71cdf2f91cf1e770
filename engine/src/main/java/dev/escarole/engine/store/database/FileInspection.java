package dev.escarole.engine.store.database;

import java.nio.ByteBuffer;
import java.nio.channels.OverlappingFileLockException;
import java.util.Optional;
import java.util.Set;
import org.h2.engine.Constants;
import org.h2.engine.Database;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.MVStoreTool;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.db.RowDataType;
import org.h2.mvstore.tx.VersionedValueType;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.DataType;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.MetaType;
import org.h2.mvstore.type.StringDataType;
import org.h2.result.RowFactory;
import org.h2.result.SearchRow;
import org.h2.store.fs.FileUtils;
import org.h2.table.Column;
import org.h2.value.CompareMode;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.h2.value.VersionedValue;
import org.jspecify.annotations.Nullable;

/**
 * Inspects an H2 file before H2 opens it. To open a database, H2 executes the statements in the
 * file, compiles the Java source of its triggers and loads classes by name. A file from a stranger
 * could therefore run code in this process. The inspection only reads known types, and checks every
 * statement with {@link DefinitionCheck}.
 */
final class FileInspection {

  private static final String DEFINITIONS = "table.0";
  private static final String TYPES = "_";

  /** H2 reads Java objects from this map; it is used only for two-phase commits. */
  private static final String PREPARED = "openTransactions";

  private static final int SQL = 3;

  /** The class names that H2 writes for the engine's own tables. */
  private static final Set<String> KNOWN_TYPES =
      Set.of(
          "org.h2.mvstore.tx.VersionedValueType$Factory",
          "org.h2.mvstore.db.RowDataType$Factory",
          "org.h2.mvstore.db.NullValueDataType",
          "org.h2.mvstore.db.LobStorageMap$BlobMeta$Type",
          "org.h2.mvstore.db.LobStorageMap$BlobReference$Type",
          "org.h2.mvstore.type.ByteArrayDataType",
          "org.h2.mvstore.type.LongDataType",
          "org.h2.mvstore.type.StringDataType");

  private static final String WRAPPER = "org.h2.mvstore.tx.VersionedValueType$Factory";

  private FileInspection() {}

  /** Thrown by a type that must not be read. */
  private static final class ForeignType extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ForeignType(String name) {
      super("data of the Java class " + name);
    }
  }

  /**
   * Checks that nothing in a database's file can run code.
   *
   * @return what the file contains that is not allowed; empty if there is nothing, no file, or an
   *     empty file
   * @throws MVStoreException if the file is damaged, or in use by another process
   */
  static Optional<String> problem(String url) {
    String name = url.replaceFirst("^jdbc:h2:", "").replaceFirst("(?s);.*", "");
    if (name.startsWith("mem:")) {
      return Optional.empty();
    }
    String file = name.replaceFirst("^file:", "") + Constants.SUFFIX_MV_FILE;
    // H2 may restore the file from an interrupted compaction, so do that first.
    MVStoreTool.compactCleanUp(file);
    if (!FileUtils.exists(file) || FileUtils.size(file) == 0) {
      return Optional.empty();
    }
    MVStore store = open(file);
    if (store == null) {
      return Optional.empty();
    }
    try {
      return problem(store);
    } catch (ForeignType e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } finally {
      store.closeImmediately();
    }
  }

  /** Opens the file; null if this process has it open and so has inspected it already. */
  private static @Nullable MVStore open(String file) {
    try {
      return new MVStore.Builder().fileName(file).readOnly().open();
    } catch (MVStoreException e) {
      if (e.getCause() instanceof OverlappingFileLockException) {
        return null;
      }
      throw e;
    }
  }

  private static Optional<String> problem(MVStore store) {
    if (store.hasMap(PREPARED) && store.hasData(PREPARED)) {
      return Optional.of("Java objects of prepared transactions");
    }
    if (store.hasMap(TYPES)) {
      MVMap<String, DataType<?>> types =
          store.openMap(
              TYPES,
              new MVMap.Builder<String, DataType<?>>()
                  .keyType(StringDataType.INSTANCE)
                  .valueType(new KnownTypes()));
      types.values().forEach(type -> {});
    }
    return store.hasMap(DEFINITIONS) ? definitions(store) : Optional.empty();
  }

  private static Optional<String> definitions(MVStore store) {
    MVMap<Long, VersionedValue<SearchRow>> rows =
        store.openMap(
            DEFINITIONS,
            new MVMap.Builder<Long, VersionedValue<SearchRow>>()
                .keyType(LongDataType.INSTANCE)
                .valueType(new VersionedValueType<SearchRow, Database>(rowType())));
    for (VersionedValue<SearchRow> row : rows.values()) {
      // After an interrupted transaction either of the two values may become current.
      Optional<String> problem =
          definition(row.getCurrentValue()).or(() -> definition(row.getCommittedValue()));
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> definition(@Nullable SearchRow row) {
    if (row == null) {
      return Optional.empty();
    }
    Value sql = row.getValue(SQL);
    return sql != null && sql.getValueType() == Value.VARCHAR
        ? DefinitionCheck.problem(sql.getString())
        : Optional.of("a definition that is not text");
  }

  /** The row type of H2's table of definitions. */
  private static RowDataType rowType() {
    Column[] columns = {
      new Column("ID", TypeInfo.TYPE_INTEGER),
      new Column("HEAD", TypeInfo.TYPE_INTEGER),
      new Column("TYPE", TypeInfo.TYPE_INTEGER),
      new Column("SQL", TypeInfo.TYPE_VARCHAR)
    };
    return RowFactory.getDefaultRowFactory()
        .createRowFactory(null, CompareMode.getInstance(null, 0), null, columns, null, false)
        .getRowDataType();
  }

  /** Reads the types of maps after checking their class names, which H2 would instantiate. */
  private static final class KnownTypes extends BasicDataType<DataType<?>> {

    private final MetaType<Database> types = new MetaType<>(null, null);

    @Override
    public DataType<?> read(ByteBuffer buffer) {
      ByteBuffer ahead = buffer.duplicate();
      String name;
      do {
        name = DataUtils.readString(ahead, DataUtils.readVarInt(ahead));
        if (!KNOWN_TYPES.contains(name)) {
          throw new ForeignType(name.replaceAll("[^\\x21-\\x7e]", "?"));
        }
      } while (name.equals(WRAPPER));
      return types.read(buffer);
    }

    @Override
    public int getMemory(DataType<?> type) {
      return types.getMemory(type);
    }

    @Override
    public void write(WriteBuffer buffer, DataType<?> type) {
      throw new UnsupportedOperationException("the file is only read");
    }

    @Override
    public DataType<?>[] createStorage(int size) {
      return new DataType<?>[size];
    }
  }
}
