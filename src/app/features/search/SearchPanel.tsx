import { Button } from '@mantine/core';
import { useEffect, useId } from 'react';
import { presetById } from '../../../config/presets.ts';
import { resumeSearch, restoreSearch, startSearch, applyBestRecipe } from './actions.ts';
import { stop } from '../../trainer/run.ts';
import { saveTable } from '../../ui/save-figure.ts';
import { useReadiness } from '../../stores/readiness.ts';
import { useRecipeStore } from '../../stores/recipe.ts';
import { settingsOf, useSearchStore } from './store.ts';
import { useRunReason } from '../../ui/controls/run-reason.ts';
import { Icon } from '../../ui/Icon.tsx';
import shared from '../../look/text.module.css';
import view from '../../ui/ViewPanel.module.css';
import { ViewPanel } from '../../ui/ViewPanel.tsx';
import { outcomeText, progressText, trialsTable } from './results.ts';
import { ImportanceTable } from './ImportanceTable.tsx';
import { RecipesTable } from './RecipesTable.tsx';
import styles from './Search.module.css';
import { SearchSettings } from './SearchSettings.tsx';

/** Searches for a better recipe for the loaded data, within a time budget. */
export function SearchPanel() {
  const { phase, spec, trials, data } = useSearchStore();
  useEffect(restoreSearch, []);
  return (
    <ViewPanel
      title="Recipe search"
      about="Samples recipes from ranges of settings, trains many of them briefly and the best ones longer, and reports a winner only if more seeds confirm it."
      buttons={<Buttons />}
    >
      <div className={view.scroll}>
        {phase !== 'running' && <SearchSettings />}
        {spec !== undefined && (
          <>
            <Outcome />
            <RecipesTable />
            <ImportanceTable />
          </>
        )}
      </div>
      <footer className={shared.dim}>
        <p aria-live="polite">
          {progressText({ phase, spec, trials, data })}{' '}
          {spec !== undefined && 'Each trial is in Runs, without its model. Trials do not change the model in use.'}
        </p>
      </footer>
    </ViewPanel>
  );
}

function Buttons() {
  const reason = useId();
  const busy = useRunReason();
  const { phase, spec, trials, minutes, changed } = useSearchStore();
  const { canTrain, reasons } = useReadiness();
  const recipe = useRecipeStore((store) => store.recipe);
  if (phase === 'running') {
    return (
      <Button size="sm" onClick={() => void stop()}>
        Stop search
      </Button>
    );
  }
  const parsed = settingsOf({ minutes, changed }, recipe.config);
  const missing = 'problem' in parsed ? parsed.problem : reasons.join(' ');
  const from = presetById(recipe.presetId)?.name ?? recipe.presetId;
  return (
    <>
      <Button
        size="sm"
        variant={phase === 'stopped' ? 'default' : 'filled'}
        disabled={!canTrain || missing !== ''}
        title={busy}
        aria-describedby={reason}
        onClick={() => void startSearch()}
      >
        Find a recipe
      </Button>
      {phase === 'stopped' && spec !== undefined && (
        <Button size="sm" variant="filled" disabled={!canTrain} title={busy} onClick={() => void resumeSearch()}>
          Resume search
        </Button>
      )}
      {spec !== undefined && trials.length > 0 && (
        <Button
          leftSection={<Icon name="save" size={13} />}
          onClick={() => saveTable('search', trialsTable(spec, trials))}
        >
          CSV
        </Button>
      )}
      <span id={reason} className={shared.dim}>
        {missing === '' ? `starts from ${from} with its current settings` : missing}
      </span>
    </>
  );
}

function Outcome() {
  const { phase, trials } = useSearchStore();
  const text = outcomeText({ phase, trials });
  if (text === undefined) return null;
  return (
    <section className={styles.outcome} aria-label="Outcome">
      <p aria-live="polite">{text}</p>
      {phase !== 'running' && <Button onClick={applyBestRecipe}>Use this recipe</Button>}
    </section>
  );
}
