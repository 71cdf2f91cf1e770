package dev.escarole.web.app.command;

import dev.escarole.web.app.Documented;
import java.time.Instant;
import java.util.List;

/** A row of the catalogue that is being added. */
public record BegunAddition(
    @Documented("Its name, where the row says how far that is.") String row,
    @Documented("Names that it registers.") List<String> commands,
    @Documented("Earlier than this request if it was being added already.") Instant beganAt) {

  public BegunAddition {
    commands = List.copyOf(commands);
  }
}
