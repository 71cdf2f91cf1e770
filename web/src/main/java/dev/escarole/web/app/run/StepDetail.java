package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/** A step with its attempts. */
public record StepDetail(@JsonUnwrapped StepPicture step, List<AttemptDetail> attempts) {
  public StepDetail {
    attempts = List.copyOf(attempts);
  }
}
