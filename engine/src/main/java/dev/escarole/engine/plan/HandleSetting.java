package dev.escarole.engine.plan;

import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.handle.HandleCall;
import dev.escarole.recipe.handle.HandleStreams;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a leaf that calls a Command Handle, in addition to its argv (Command Handle,
 * sections 3.1 to 3.3). Immutable.
 *
 * @param handle the handle's name
 * @param directory the guest's working directory; null for the default
 * @param environment all variables
 * @param stdin standard input from the handle; null if it has none
 * @param streams handling of the streams
 */
public record HandleSetting(
    String handle,
    @Nullable String directory,
    Map<String, String> environment,
    @Nullable CapturedBytes stdin,
    HandleStreams streams) {

  public HandleSetting {
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
  }

  static HandleSetting of(String handle, HandleCall call) {
    Map<String, String> environment = new LinkedHashMap<>();
    call.environment().forEach((name, value) -> environment.put(name, value.text()));
    return new HandleSetting(
        handle,
        call.directory() == null ? null : call.directory().text(),
        environment,
        call.input().stdin(),
        call.input().streams());
  }
}
