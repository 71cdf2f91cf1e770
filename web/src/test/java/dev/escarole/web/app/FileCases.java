package dev.escarole.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunFileList.FileQuery;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.WorkspaceList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is asked of files of runs in {@link EscaroleContractTest}. */
@SuppressWarnings("NullAway") // Requests hold null for what is not said.
final class FileCases extends ContractCases {

  private final String done;
  private final String keeper;

  /**
   * @param done a run without files
   * @param keeper a run that keeps files
   */
  FileCases(Twins twins, String done, String keeper) {
    super(twins);
    this.done = done;
    this.keeper = keeper;
  }

  /** With runs that are only looked at. */
  FileCases reading() {
    files();
    return this;
  }

  /** With launches. */
  FileCases launching() throws Exception {
    launchesWithFiles();
    return this;
  }

  private void files() {
    for (String run : List.of(done, keeper, "nothing")) {
      same(RunVerbs.FILES, run, new RunName(run));
      for (String file : List.of("kept-0", "kept-1", "kept-99", "given-0", "../x", "a b")) {
        same(RunVerbs.FILE, file + " of " + run, new FileQuery(run, file));
      }
      for (String path : new String[] {null, "", "d", "d/", "..", "d/..", "l", "d/f\n\u001b[1m"}) {
        WorkspaceList.Query query = new WorkspaceList.Query(run, path);
        alike(RunVerbs.WORKSPACE, path + " of " + run, () -> query);
        alike(RunVerbs.WORKSPACE_FILE, path + " of " + run, () -> query);
      }
    }
    RunFileList files = twins.http.files(new RunName(keeper));
    assertThat(files.kept())
        .extracting(RunFileList.FilePicture::path)
        .containsExactly("d/f\n\u001b[1m", "report");
    assertThat(files.artifacts().get(0).problems()).isNotEmpty();
  }

  private void launchesWithFiles() throws Exception {
    Map<String, Object> good = new LinkedHashMap<>();
    good.put("a", "text\n");
    good.put("b", Map.of("text", "more\n"));
    good.put("c", Map.of("base64", "Ynl0ZXMK"));
    String recipe = "template: cat {a} /inputs/b /inputs/c";
    alike(RunVerbs.LAUNCH, "files", () -> Twins.launch(recipe).withFiles(good));
    String run = twins.run(Twins.launch(recipe).withFiles(good));
    assertThat(twins.http.output(new RunOutputQuery(run, "stdout")).size()).isEqualTo(16);
    same(RunVerbs.FILE, "given-2", new FileQuery(run, "given-2"));
    same(RunVerbs.FILES, "given", new RunName(run));
    for (Object wrong :
        List.of(1L, List.of("a"), Map.of(), Map.of("base64", "?"), Map.of("x", "y"))) {
      Map<String, Object> files = new LinkedHashMap<>(Map.of("a", wrong));
      alike(RunVerbs.LAUNCH, "file " + wrong, () -> Twins.launch(recipe).withFiles(files));
    }
    Map<String, Object> outside = new LinkedHashMap<>(Map.of("../a", "x"));
    alike(RunVerbs.LAUNCH, "named outside", () -> Twins.launch(recipe).withFiles(outside));
  }
}
