package dev.escarole.engine.build;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SourceCheckTest {

  private static ThrowingCallable check(Map<String, byte[]> files, String... options) {
    return () -> SourceCheck.check(new Sources("n", "c", files, List.of(options)));
  }

  private static Map<String, byte[]> files(String... paths) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String path : paths) {
      files.put(path, new byte[1]);
    }
    return files;
  }

  @Test
  void ordinary_sources_pass() {
    assertThatCode(check(files("src/main.c", "src/a_b-1.2+x.h", "Makefile"), "-O2", "-Dx=\"a b\""))
        .doesNotThrowAnyException();
  }

  @Test
  void sizes_and_numbers_are_bounded() {
    assertThatThrownBy(check(Map.of())).hasMessageContaining("no source file");
    byte[] half = new byte[(int) (SourceCheck.MOST_BYTES / 2) + 1];
    assertThatThrownBy(check(Map.of("a", half, "b", half))).hasMessageContaining("bytes");
    Map<String, byte[]> many = new LinkedHashMap<>();
    for (int i = 0; i <= SourceCheck.MOST_FILES; i++) {
      many.put("f" + i, new byte[0]);
    }
    assertThatThrownBy(check(many)).hasMessageContaining("4097 source files");
    List<String> options = new ArrayList<>(Collections.nCopies(257, "-g"));
    assertThatThrownBy(check(files("a"), options.toArray(String[]::new)))
        .hasMessageContaining("257 compiler options");
    assertThatThrownBy(check(files("a"), "-D" + "x".repeat(5_000)))
        .hasMessageContaining("too long");
    assertThatThrownBy(check(files("a"), "a\0b")).hasMessageContaining("control characters");
    assertThatThrownBy(check(files("a/".repeat(200) + "b"))).hasMessageContaining("240 bytes");
  }

  @Test
  void paths_that_one_file_system_takes_for_the_same_are_refused() {
    assertThatThrownBy(check(files("A.c", "a.c"))).hasMessageContaining("one place");
    assertThatThrownBy(check(files("a", "a/b"))).hasMessageContaining("directory of the other");
    assertThatThrownBy(check(files("x/y/z", "X/Y"))).hasMessageContaining("directory of the other");
  }

  @Test
  void thousands_of_files_are_checked_at_once() {
    Map<String, byte[]> many = new LinkedHashMap<>();
    for (int i = 0; i < SourceCheck.MOST_FILES; i++) {
      many.put("d" + i % 64 + "/f" + i, new byte[0]);
    }
    assertThatCode(check(many)).doesNotThrowAnyException();
  }
}
