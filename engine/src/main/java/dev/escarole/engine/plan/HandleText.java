package dev.escarole.engine.plan;

import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.handle.HandleStreams;
import dev.escarole.recipe.handle.HandleStreams.StreamMode;
import dev.escarole.recipe.handle.StreamEncoding;
import java.util.ArrayList;
import java.util.List;

final class HandleText {

  private HandleText() {}

  static List<String> lines(HandleSetting setting) {
    List<String> lines = new ArrayList<>();
    lines.add("handle " + setting.handle());
    if (setting.directory() != null) {
      lines.add("directory " + CommandLines.display(List.of(setting.directory())));
    }
    setting
        .environment()
        .forEach((name, value) -> lines.add(CommandLines.display(List.of(name + "=" + value))));
    stdin(setting, lines);
    HandleStreams streams = setting.streams();
    stream("stdout", streams.stdout(), lines);
    stream("stderr", streams.stderr(), lines);
    if (streams.encoding() != StreamEncoding.UTF8) {
      lines.add("encoding " + streams.encoding().word());
    }
    return lines;
  }

  private static void stdin(HandleSetting setting, List<String> lines) {
    CapturedBytes stdin = setting.stdin();
    if (stdin != null) {
      lines.add("stdin " + stdin);
    } else if (setting.streams().openStdin()) {
      lines.add("stdin open");
    }
  }

  private static void stream(String name, StreamMode mode, List<String> lines) {
    if (mode != StreamMode.PIPE) {
      lines.add(name + " " + mode.word());
    }
  }
}
