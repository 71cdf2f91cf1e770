package dev.escarole.samples.bench.clustersoak;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Injects the planned faults, one after the other. Confined to one thread, but for its lists. */
final class FaultInjector {

  private final List<ServedNode> nodes;
  private final SoakDatabase database;
  private final LiveRecords records;
  private final Consumer<String> say;
  private final List<Fault> faults = new ArrayList<>();
  private final List<String> broken = new ArrayList<>();

  /**
   * @param say is told each fault in a line
   */
  FaultInjector(
      List<ServedNode> nodes, SoakDatabase database, LiveRecords records, Consumer<String> say) {
    this.nodes = nodes;
    this.database = database;
    this.records = records;
    this.say = say;
  }

  /**
   * Injects them; afterwards every process runs. On a machine so busy that they take longer than
   * planned, the last ones are left out, but never one of each kind.
   *
   * @param endMillis of the load
   */
  void run(SoakPlan plan, long endMillis) throws IOException, InterruptedException, SQLException {
    for (Fault.Planned each : plan.faults()) {
      long wait = plan.beginMillis() + each.offsetMillis() - System.currentTimeMillis();
      TimeUnit.MILLISECONDS.sleep(Math.max(0, wait));
      boolean late = System.currentTimeMillis() + each.lengthMillis() > endMillis;
      if (late && faults().size() >= Fault.Kind.values().length) {
        return;
      }
      checkProcesses();
      if (each.kind() == Fault.Kind.DATABASE) {
        restartDatabase(each);
      } else {
        inject(each, nodes.get(each.node()));
      }
    }
  }

  /** Notes processes that have ended by themselves, and starts them again. */
  private void checkProcesses() throws IOException, InterruptedException {
    for (ServedNode node : nodes) {
      if (!node.isAlive()) {
        broken.add(node.name() + " ended by itself; see its log");
        say.accept(node.name() + " ended by itself");
        node.startAndAwait();
      }
    }
  }

  private void restartDatabase(Fault.Planned planned) throws IOException, InterruptedException {
    long at = System.currentTimeMillis();
    database.shutDownAtOnce();
    TimeUnit.MILLISECONDS.sleep(planned.lengthMillis());
    database.startAgain();
    note(new Fault(planned.kind(), "", at, System.currentTimeMillis(), List.of()));
  }

  private void inject(Fault.Planned planned, ServedNode node)
      throws IOException, InterruptedException, SQLException {
    List<String> runs = records.runsOf(node);
    long at = System.currentTimeMillis();
    switch (planned.kind()) {
      case KILL -> node.kill();
      case FREEZE -> node.freeze();
      default -> drain(node);
    }
    TimeUnit.MILLISECONDS.sleep(planned.lengthMillis());
    if (planned.kind() == Fault.Kind.FREEZE) {
      node.thaw();
    } else {
      node.startAndAwait();
    }
    note(new Fault(planned.kind(), node.name(), at, System.currentTimeMillis(), runs));
  }

  /** Ends a node for good; one that has ended by itself is noted. */
  void stop(ServedNode node) throws InterruptedException {
    if (node.isAlive()) {
      drain(node);
    } else {
      broken.add(node.name() + " ended by itself; see its log");
    }
  }

  /** Lets a node end as an operator does; it must end by itself, with exit code 0. */
  private void drain(ServedNode node) throws InterruptedException {
    Integer exit = node.drain();
    if (exit == null) {
      broken.add(node.name() + " did not end within a minute after SIGTERM");
    } else if (exit != 0) {
      broken.add(node.name() + " ended with exit code " + exit + " after SIGTERM");
    }
  }

  private synchronized void note(Fault fault) {
    faults.add(fault);
    boolean ofNode = !fault.node().isEmpty();
    say.accept(
        String.format(
            Locale.ROOT,
            "%s for %.1f s%s",
            fault.kind().name().toLowerCase(Locale.ROOT) + (ofNode ? " " + fault.node() : ""),
            (fault.untilMillis() - fault.atMillis()) / 1e3,
            ofNode ? ", with " + fault.runs().size() + " runs" : ""));
  }

  synchronized List<Fault> faults() {
    return List.copyOf(faults);
  }

  List<String> broken() {
    return List.copyOf(broken);
  }
}
