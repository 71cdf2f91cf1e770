package dev.escarole.web.agent.command;

import java.util.List;

/** The recipes on offer. Must be safe for use by many threads. */
public interface Shelf {

  /** What is on offer at this moment; each name stands once. */
  List<Offer> offers();

  /** Changes whenever {@link #offers} does. */
  long version();
}
