package dev.escarole.recipe.form.value;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of a form: JSON or bytes, with its provenance (Tool Form, section 2.1). Immutable. The
 * content of a caller's value has the same provenance.
 */
public sealed interface FormValue {

  Provenance provenance();

  /** The value in Java: null, Boolean, BigDecimal, String, byte[], List or Map. */
  @Nullable Object plain();

  /** Whether the value is, or starts with, a caller's value. */
  default boolean dynamic() {
    return provenance() == Provenance.DYNAMIC;
  }

  /**
   * A value written in the form. {@code plain} is null, a String, Boolean, Number, byte[], List or
   * Map.
   *
   * @throws FormException if it is nested more deeply than {@link FormLimits#MOST_DEPTH} or
   *     contains a number that is not finite
   * @throws IllegalArgumentException if it has another type
   */
  static FormValue literal(@Nullable Object plain) {
    return new PlainValues(Provenance.LITERAL).value(plain, 0);
  }

  /** A value from the caller; otherwise like {@link #literal}. */
  static FormValue dynamic(@Nullable Object plain) {
    return new PlainValues(Provenance.DYNAMIC).value(plain, 0);
  }

  /** The JSON null. */
  record Null(Provenance provenance) implements FormValue {
    @Override
    public @Nullable Object plain() {
      return null;
    }
  }

  /** True or false. */
  record Bool(boolean value, Provenance provenance) implements FormValue {
    @Override
    public Object plain() {
      return value;
    }
  }

  /** A finite number. Whole numbers keep every digit; others are as exact as a double. */
  record Num(BigDecimal value, Provenance provenance) implements FormValue {
    @Override
    public Object plain() {
      return value;
    }

    /** The canonical text, as ECMAScript prints it; whole numbers with all their digits. */
    public String text() {
      return NumberText.of(value);
    }
  }

  /** A string. */
  record Text(String value, Provenance provenance) implements FormValue {
    @Override
    public Object plain() {
      return value;
    }
  }

  /** Bytes. Equal by content. */
  final class Binary implements FormValue {
    private final byte[] bytes;
    private final Provenance provenance;

    /** Copies the bytes. */
    public Binary(byte[] bytes, Provenance provenance) {
      this.bytes = bytes.clone();
      this.provenance = provenance;
    }

    @Override
    public Provenance provenance() {
      return provenance;
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
      return bytes.clone();
    }

    /** Number of bytes. */
    public int length() {
      return bytes.length;
    }

    @Override
    public Object plain() {
      return bytes.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Binary binary
          && Arrays.equals(bytes, binary.bytes)
          && provenance == binary.provenance;
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return "Binary[" + bytes.length + " bytes]";
    }
  }

  /** An array. */
  record Array(List<FormValue> items, Provenance provenance) implements FormValue {
    public Array {
      items = List.copyOf(items);
    }

    @Override
    public Object plain() {
      List<@Nullable Object> plain = new ArrayList<>(items.size());
      items.forEach(item -> plain.add(item.plain()));
      return Collections.unmodifiableList(plain);
    }
  }

  /** An object; members keep their order. */
  record Obj(Map<String, Member> members, Provenance provenance) implements FormValue {
    public Obj {
      members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    @Override
    public Object plain() {
      Map<String, @Nullable Object> plain = new LinkedHashMap<>();
      members.forEach((name, member) -> plain.put(name, member.value().plain()));
      return Collections.unmodifiableMap(plain);
    }

    /** The value of a member, or null. */
    public @Nullable FormValue get(String name) {
      Member member = members.get(name);
      return member == null ? null : member.value();
    }
  }

  /**
   * A member of an object.
   *
   * @param dynamicName whether its name depends on the caller
   */
  record Member(FormValue value, boolean dynamicName) {}
}
