package dev.escarole.engine.store;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.store.database.Json;
import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.handle.HandleStreams;
import dev.escarole.recipe.handle.HandleStreams.StreamMode;
import dev.escarole.recipe.handle.StreamEncoding;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a handle gives to its command, as the JSON text of a column. */
final class HandleColumn {

  private static final TypeReference<Columns> FORM = new TypeReference<>() {};

  private HandleColumn() {}

  /**
   * The form of the text.
   *
   * @param stdin base64, or null
   */
  record Columns(
      String handle,
      @Nullable String directory,
      Map<String, String> environment,
      @Nullable String stdin,
      Streams streams) {}

  record Streams(String stdout, String stderr, String encoding, boolean openStdin) {}

  static String write(HandleSetting setting) {
    CapturedBytes stdin = setting.stdin();
    HandleStreams streams = setting.streams();
    return Json.writeAny(
        new Columns(
            setting.handle(),
            setting.directory(),
            setting.environment(),
            stdin == null ? null : Base64.getEncoder().encodeToString(stdin.toArray()),
            new Streams(
                streams.stdout().word(),
                streams.stderr().word(),
                streams.encoding().word(),
                streams.openStdin())));
  }

  static HandleSetting read(String text) {
    Columns columns = Json.read(text, FORM);
    String stdin = columns.stdin();
    Streams streams = columns.streams();
    return new HandleSetting(
        columns.handle(),
        columns.directory(),
        new LinkedHashMap<>(columns.environment()),
        stdin == null ? null : CapturedBytes.of(Base64.getDecoder().decode(stdin)),
        new HandleStreams(
            StreamMode.of(streams.stdout()).orElseThrow(),
            StreamMode.of(streams.stderr()).orElseThrow(),
            StreamEncoding.of(streams.encoding()).orElseThrow(),
            streams.openStdin()));
  }
}
