package com.example.orders;

import dev.escarole.spring.batch.RecipeTasklet;
import org.springframework.batch.core.listener.ExecutionContextPromotionListener;

/** Tells the next step which run has the checked orders. */
final class CheckedRun extends ExecutionContextPromotionListener {

  CheckedRun() {
    setKeys(new String[] {RecipeTasklet.RUN});
  }
}
