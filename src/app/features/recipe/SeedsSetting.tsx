import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { MOST_SEEDS, parseSeeds } from '../../address.ts';
import { formatSentence } from '../../format.ts';
import { seedsTyped, useRecipeStore } from '../../stores/recipe.ts';
import styles from './Recipe.module.css';

const HELP = `Train so many times, with seeds from the one beside: mean and standard deviation of every score, and the best model kept. Train further trains once. From 1 to ${MOST_SEEDS}.`;

/** How often Train trains: beside the settings of a run, but none of them. */
export function SeedsSetting() {
  const id = useId();
  const seeds = useRecipeStore(({ recipe }) => recipe.seeds);
  const [draft, setDraft] = useState<string>();
  const misfit = useRecipeStore(({ misfits }) => misfits.seeds);
  const parsed = misfit === undefined ? undefined : parseSeeds(misfit);
  return (
    <div className={styles.quickSetting} data-changed={seeds > 1 || misfit !== undefined || undefined}>
      <label htmlFor={id} title={HELP}>
        Seeds
      </label>
      <TextInput
        id={id}
        aria-describedby={`${id}-help`}
        inputMode="numeric"
        autoComplete="off"
        value={draft ?? misfit ?? String(seeds)}
        error={parsed && 'problem' in parsed ? formatSentence(parsed.problem.reason) : undefined}
        onChange={({ currentTarget: { value } }) => {
          setDraft(value);
          seedsTyped(value);
        }}
        onBlur={() => setDraft(undefined)}
      />
      <p id={`${id}-help`} className={styles.hidden}>
        {HELP}
      </p>
    </div>
  );
}
