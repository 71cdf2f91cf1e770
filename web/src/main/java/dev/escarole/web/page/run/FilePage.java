package dev.escarole.web.page.run;

import dev.escarole.web.access.OutputAnswer;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunFileList.FilePicture;
import dev.escarole.web.app.run.RunFileList.FileQuery;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.WorkspaceList;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.text.OutputScan;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Preview of a file of a run: its beginning as text, or a picture of a kind that browsers only
 * draw. Commands made the bytes, so nothing else of them is ever handed to a browser to show.
 * Immutable.
 *
 * @param name its path, made visible
 * @param text null for a picture
 * @param picture the address of the picture, or null
 */
public record FilePage(
    RunTitle head,
    FilePicture file,
    String name,
    @Nullable TextView text,
    @Nullable String picture) {

  private static final int MOST_PICTURE_BYTES = 10 << 20;

  /** How the files of harmless kinds begin, as ISO 8859-1. SVG is not harmless: it has scripts. */
  private static final Map<String, String> BEGINNINGS =
      Map.of(
          "\u0089PNG\r\n\u001a\n", "image/png",
          "\u00ff\u00d8\u00ff", "image/jpeg",
          "GIF87a", "image/gif",
          "GIF89a", "image/gif");

  static FilePage of(Visit visit) {
    String run = visit.record().id();
    String asked = visit.ctx().pathParam("file");
    OutputBytes bytes = visit.escarole().file(new FileQuery(run, asked));
    RunFileList files = visit.escarole().files(new RunName(run));
    FilePicture file =
        Stream.concat(files.given().stream(), files.kept().stream())
            .filter(each -> each.file().equals(asked))
            .findFirst()
            .orElseThrow();
    RunTitle head = RunTitle.of(visit, RunTitle.Tab.PART);
    String base = head.address() + "/files/" + file.file();
    String name = FilesPage.shown(file.path());
    if (type(bytes) != null) {
      return new FilePage(head, file, name, null, base + "/picture");
    }
    TextView.Stream stream =
        new TextView.Stream("file", "Content", 0, bytes.size(), base, base + "/download");
    return new FilePage(head, file, name, TextView.of(visit.ctx(), stream, true, bytes), null);
  }

  /** Its type if it is a harmless picture, else null. */
  private static @Nullable String type(OutputBytes bytes) {
    if (bytes.size() > MOST_PICTURE_BYTES) {
      return null;
    }
    String begin = new String(OutputScan.part(bytes, 0, 16), StandardCharsets.ISO_8859_1);
    boolean webp = begin.startsWith("RIFF") && begin.startsWith("WEBP", 8);
    return BEGINNINGS.entrySet().stream()
        .filter(each -> begin.startsWith(each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(webp ? "image/webp" : null);
  }

  static void download(Visit visit) throws IOException {
    FileQuery query = new FileQuery(visit.record().id(), visit.ctx().pathParam("file"));
    OutputAnswer.send(visit.ctx(), visit.escarole().file(query));
  }

  static void workspaceFile(Visit visit) throws IOException {
    WorkspaceList.Query query =
        new WorkspaceList.Query(visit.record().id(), visit.ctx().queryParam("path"));
    OutputAnswer.send(visit.ctx(), visit.escarole().workspaceFile(query));
  }

  /** Answers with a picture, which even in a window of its own can do nothing. */
  static void picture(Visit visit) throws IOException {
    Context ctx = visit.ctx();
    OutputBytes bytes =
        visit.escarole().file(new FileQuery(visit.record().id(), ctx.pathParam("file")));
    String type = type(bytes);
    if (type == null) {
      throw new RefusedException(
          RefusalCode.NOTHING_STORED,
          "the file is not a picture that can be shown",
          "Download it instead.");
    }
    ctx.header("Content-Security-Policy", "default-src 'none'; sandbox");
    ctx.header("Content-Disposition", "inline; filename=\"" + bytes.fileName() + "\"");
    ctx.header("Content-Length", "" + bytes.size());
    ctx.contentType(type);
    try (InputStream in = bytes.open(0, bytes.size())) {
      in.transferTo(ctx.res().getOutputStream());
    }
  }
}
