package dev.escarole.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose leaf is next when many wait for a worker. */
class FairQueueTest {

  private final FairQueue<String> queue = new FairQueue<>();

  private void add(String principal, String recipe, String run, int items) {
    for (int i = 1; i <= items; i++) {
      queue.add(new Turn(principal, recipe, run), principal + recipe + run + i);
    }
  }

  private List<String> taken(int items) {
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < items; i++) {
      taken.add(queue.take());
    }
    return taken;
  }

  @Test
  void a_leaf_of_another_principal_waits_for_one_leaf_of_a_flood_of_runs() {
    for (int run = 0; run < 200; run++) {
      add("flood", "R", "-" + run + "-", 3);
    }
    add("bob", "S", "x", 1);
    assertThat(taken(2)).containsExactly("floodR-0-1", "bobSx1");
  }

  @Test
  void a_leaf_of_another_recipe_waits_for_one_leaf_of_the_flooded_recipe() {
    for (int run = 0; run < 200; run++) {
      add("ada", "R", "-" + run + "-", 3);
    }
    add("ada", "S", "x", 2);
    assertThat(taken(4)).containsExactly("adaR-0-1", "adaSx1", "adaR-1-1", "adaSx2");
  }

  @Test
  void runs_of_one_recipe_take_turns_and_keep_the_order_of_their_leaves() {
    add("ada", "R", "a", 3);
    add("ada", "R", "b", 1);
    assertThat(taken(4)).containsExactly("adaRa1", "adaRb1", "adaRa2", "adaRa3");
  }

  @Test
  void a_removed_leaf_leaves_its_turn_to_the_next() {
    add("ada", "R", "a", 2);
    add("bob", "R", "b", 1);
    assertThat(queue.remove(new Turn("ada", "R", "a"), "adaRa1")).isTrue();
    assertThat(queue.remove(new Turn("ada", "R", "a"), "adaRa1")).isFalse();
    assertThat(queue.remove(new Turn("ada", "S", "a"), "adaRa2")).isFalse();
    assertThat(queue.remove(new Turn("bob", "R", "b"), "bobRb1")).isTrue();
    assertThat(queue.size()).isOne();
    assertThat(queue.first()).isEqualTo("adaRa2");
    assertThat(taken(1)).containsExactly("adaRa2");
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void the_oldest_item_is_found_whosever_turn_it_is() {
    assertThat(queue.oldest(String::length)).isEmpty();
    queue.add(new Turn("ada", "R", "a"), "long");
    queue.add(new Turn("ada", "R", "a"), "longer");
    queue.add(new Turn("bob", "S", "b"), "two");
    assertThat(queue.oldest(String::length)).hasValue(3);
    assertThat(queue.remove(new Turn("bob", "S", "b"), "two")).isTrue();
    assertThat(queue.oldest(String::length)).hasValue(4);
  }
}
