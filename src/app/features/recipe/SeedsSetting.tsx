import { useId } from 'react';
import { MOST_SEEDS } from '../../stores/recipe-address.ts';
import { seedsTyped, useRecipeStore } from '../../stores/recipe.ts';
import { NumberBox } from './NumberBox.tsx';
import styles from './Recipe.module.css';

const HELP = `How many times to train, with consecutive seeds that start at Seed. Every score gets a mean and a standard deviation, and the best model is kept. Train further trains once. From 1 to ${MOST_SEEDS}.`;

/** The number of seeds: shown with the settings of a run, but not one of them. */
export function SeedsSetting() {
  const id = useId();
  const seeds = useRecipeStore(({ recipe }) => recipe.seeds);
  const isChanged = useRecipeStore(({ recipe, invalid }) => recipe.seeds > 1 || invalid.seeds !== undefined);
  return (
    <div className={styles.quickSetting} data-changed={isChanged || undefined}>
      <label htmlFor={id} title={HELP}>
        Seeds
      </label>
      <NumberBox name="seeds" id={id} help={`${id}-help`} value={seeds} inputMode="numeric" onType={seedsTyped} />
      <p id={`${id}-help`} className={styles.hidden}>
        {HELP}
      </p>
    </div>
  );
}
