package dev.escarole.samples.bench.cluster;

/** A kind of nodes that claim what is stored in one PostgreSQL. */
interface Claimers {

  /** Things that a node does at once. */
  int AT_ONCE = 16;

  /** The kinds that are compared, by the names on the command line of a node. */
  enum Kind {
    ESCAROLE("Escarole: a run with one command"),
    DB_SCHEDULER("db-scheduler: an empty task"),
    QUARTZ("Quartz: an empty job");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    Claimers claimers() {
      return switch (this) {
        case ESCAROLE -> new EscaroleClaimers();
        case DB_SCHEDULER -> new DbSchedulerClaimers();
        case QUARTZ -> new QuartzClaimers();
      };
    }
  }

  /** Stores so many things that no node has claimed. */
  void store(Place place, int count) throws Exception;

  /** How many have not been done, as a query. */
  String left();

  /** Claims and does them until it is closed. */
  AutoCloseable open(Place place) throws Exception;
}
