package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.metering.BinaryReader;
import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program that always gets some arguments before those of its caller, such as an interpreter with
 * its script. They are in a custom section at the end of the module, {@code escarole.arguments}, so
 * the artifact is a program of its own for policy, cache and bundles, while its code stays that of
 * the program without them. Immutable.
 *
 * @param program the module without the section
 * @param arguments what comes first
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record PresetArguments(byte[] program, List<String> arguments) {

  /** Upper limit of all arguments together: 4 MiB. */
  public static final int MOST_BYTES = 4 << 20;

  private static final byte[] NAME = "escarole.arguments".getBytes(StandardCharsets.US_ASCII);

  private static final int CUSTOM = 0;
  private static final int HEADER = 8;

  public PresetArguments {
    arguments = List.copyOf(arguments);
  }

  /**
   * Returns the module with its arguments.
   *
   * @throws IllegalArgumentException if they are too long, or one has a NUL
   */
  public byte[] module() {
    BinaryWriter list = new BinaryWriter().u32(arguments.size());
    for (String each : arguments) {
      if (each.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("an argument cannot hold NUL");
      }
      list.sized(each.getBytes(StandardCharsets.UTF_8));
    }
    byte[] bytes = list.toBytes();
    if (bytes.length > MOST_BYTES) {
      throw new IllegalArgumentException("the arguments have more than " + MOST_BYTES + " bytes");
    }
    byte[] section = new BinaryWriter().sized(NAME).bytes(bytes).toBytes();
    return new BinaryWriter().bytes(program).octets(CUSTOM).sized(section).toBytes();
  }

  /**
   * Reads a module.
   *
   * @return null if it has no such section at its end
   * @throws NotAProgramException if the section is damaged
   */
  static @Nullable PresetArguments of(byte[] module) throws NotAProgramException {
    int last = lastSection(module);
    if (last < 0 || module[last] != CUSTOM) {
      return null;
    }
    BinaryReader section = new BinaryReader(module);
    section.skip(last + 1);
    BinaryReader in = section.part();
    byte[] name = in.sized();
    if (!Arrays.equals(name, NAME)) {
      return null;
    }
    if (in.left() > MOST_BYTES) {
      throw damaged();
    }
    List<String> arguments = new ArrayList<>();
    for (int left = in.count(); left > 0; left--) {
      arguments.add(text(in.sized()));
    }
    if (in.hasMore()) {
      throw damaged();
    }
    return new PresetArguments(Arrays.copyOf(module, last), arguments);
  }

  /** Where the last section begins; -1 if these are no sections. */
  private static int lastSection(byte[] module) {
    int last = -1;
    try {
      BinaryReader in = new BinaryReader(module);
      in.skip(HEADER);
      while (in.hasMore()) {
        last = in.position();
        in.skip(1);
        in.skip(in.u32());
      }
      return last;
    } catch (NotAProgramException e) {
      return -1;
    }
  }

  private static String text(byte[] bytes) throws NotAProgramException {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.indexOf('\0') < 0) {
        return text;
      }
    } catch (CharacterCodingException e) {
      // Said below.
    }
    throw damaged();
  }

  private static NotAProgramException damaged() {
    return new NotAProgramException("its section escarole.arguments is damaged");
  }
}
