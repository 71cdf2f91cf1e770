package dev.escarole.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BytePartsTest {

  @Property(tries = 300)
  void however_bytes_are_cut_every_range_of_them_is_the_same(
      @ForAll @Size(max = 40) byte[] bytes, @ForAll @Size(max = 6) List<Integer> cuts)
      throws IOException {
    ByteParts parts = ByteParts.of(cut(bytes, cuts));
    assertThat(parts.size()).isEqualTo(bytes.length);
    assertThat(parts.toArray()).isEqualTo(bytes);
    assertThat(parts.arrays()).allSatisfy(array -> assertThat(array).isNotEmpty());
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    parts.writeTo(written);
    assertThat(written.toByteArray()).isEqualTo(bytes);
    for (int from = 0; from <= bytes.length; from++) {
      for (int to = from; to <= bytes.length; to++) {
        assertThat(parts.range(from, to)).isEqualTo(Arrays.copyOfRange(bytes, from, to));
      }
    }
  }

  private static List<byte[]> cut(byte[] bytes, List<Integer> cuts) {
    List<byte[]> arrays = new ArrayList<>();
    int from = 0;
    for (int each : cuts) {
      int to = Math.min(bytes.length, from + Math.floorMod(each, 9));
      arrays.add(Arrays.copyOfRange(bytes, from, to));
      from = to;
    }
    arrays.add(Arrays.copyOfRange(bytes, from, bytes.length));
    return arrays;
  }

  @Test
  void a_range_that_is_one_of_the_arrays_is_not_copied() {
    byte[] second = {3, 4};
    ByteParts parts = ByteParts.of(List.of(new byte[] {1, 2}, second, new byte[] {5}));
    assertThat(parts.range(2, 4)).isSameAs(second);
    assertThat(ByteParts.of(second).toArray()).isSameAs(second);
  }

  @Test
  void there_is_no_range_beyond_the_end() {
    assertThatThrownBy(() -> ByteParts.of(new byte[3]).range(1, 4))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("1 to 4 of 3");
  }
}
