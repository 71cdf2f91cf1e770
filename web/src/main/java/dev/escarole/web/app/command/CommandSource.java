package dev.escarole.web.app.command;

import dev.escarole.web.app.Documented;
import java.util.List;

/** The sources of a command that was built here. */
public record CommandSource(
    String name,
    String artifact,
    @Documented("How it was built.") BuildPicture provenance,
    @Documented("The files, the main one first.") List<SourceFile> files) {

  public CommandSource {
    files = List.copyOf(files);
  }

  /** One source file. */
  @SuppressWarnings("ArrayRecordComponent")
  public record SourceFile(
      @Documented("Its relative path.") String path,
      @Documented("Its bytes, in Base64.") byte[] base64) {}
}
