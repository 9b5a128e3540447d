import { Button, Switch } from '@mantine/core';
import { useId } from 'react';
import type { AblationRow } from '../../../config/ablation.ts';
import { runsCsv } from '../../../eval/study-table.ts';
import { ablate, stop } from '../../trainer/run.ts';
import { useReadiness } from '../../stores/readiness.ts';
import { saveCsv, saveFile } from '../../ui/save-file.ts';
import { selectConfig, useRecipeStore } from '../../stores/recipe.ts';
import { useRunStore } from '../../stores/runs/run.ts';
import { keepsModelsChosen, resultsOf, selectIsAblating, useStudyStore, type Study } from '../../stores/runs/study.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { useRunReason } from '../../ui/controls/run-reason.ts';
import { Icon } from '../../ui/Icon.tsx';
import shared from '../../look/text.module.css';
import view from '../../ui/ViewPanel.module.css';
import { ViewPanel } from '../../ui/ViewPanel.tsx';
import { useSpeed } from '../../stores/device/speed.ts';
import styles from './Ablation.module.css';
import { AblationTable } from './AblationTable.tsx';
import { useRowsStore } from './rows.ts';
import { ablationFoot, ablationMarkdown, ablationPlan, ablationTable, dataGain, taggingModel } from './results.ts';

/** Measures the effect of each part of the model and of the data: one recipe and one corpus, with a model per row. */
export function AblationPanel() {
  const study = useStudyStore((store) => store.ablation);
  const model = useWorkspaceStore(selectModel);
  const hasVectors = useWorkspaceStore(({ workspace }) => workspace.vectors !== undefined);
  const keepsModels = useStudyStore((store) => store.keepsModels);
  const hasEncoder = useWorkspaceStore(({ workspace }) => workspace.encoder !== undefined);
  const readsDocuments = useRecipeStore((store) => selectConfig(store).context === 'document');
  const table = ablationTable(
    study,
    ...(hasVectors ? ['vectors' as const] : []),
    ...(hasEncoder ? ['encoder' as const] : []),
    ...(readsDocuments ? ['documents' as const] : []),
  );
  return (
    <ViewPanel
      title="Ablation"
      about="What each part of the model contributes, and what more data could bring. Each row is one model, trained with the same recipe and data."
      buttons={
        <>
          <RunButton rows={table.rows.map(({ row }) => row)} />
          {study !== undefined && <SaveButtons study={study} />}
        </>
      }
    >
      <div className={view.scroll}>
        <AblationTable results={table} />
      </div>
      <footer className={shared.dim}>
        {study !== undefined && <p aria-live="polite">{[dataGain(study), ablationFoot(study)].join(' ').trim()}</p>}
        <p>{taggingModel(model, keepsModels)}</p>
      </footer>
    </ViewPanel>
  );
}

function RunButton({ rows }: { rows: readonly AblationRow[] }) {
  const reason = useId();
  const busy = useRunReason();
  const { chosen } = useRowsStore();
  const keepsModels = useStudyStore((store) => store.keepsModels);
  const isAblating = useStudyStore(selectIsAblating);
  const recipe = useRecipeStore((store) => store.recipe);
  const plan = useRunStore((store) => store.plan);
  const speed = useSpeed();
  const { canTrain, reasons } = useReadiness();
  const picked = rows.filter(({ id }) => chosen.includes(id));
  if (isAblating) {
    return (
      <Button size="sm" onClick={() => void stop()}>
        Stop ablation
      </Button>
    );
  }
  const missing = picked.length === 0 ? 'Choose a row.' : reasons.join(' ');
  return (
    <>
      <Button
        size="sm"
        variant="filled"
        disabled={!canTrain || picked.length === 0}
        title={busy}
        aria-describedby={reason}
        onClick={() => void ablate(picked)}
      >
        Run ablation
      </Button>
      <Switch
        size="xs"
        label="Keep the models"
        title="Each row becomes a run with its model, to be used, and compared in Inside and Score"
        checked={keepsModels}
        onChange={(event) => keepsModelsChosen(event.currentTarget.checked)}
      />
      <span id={reason} className={shared.dim}>
        {missing === '' ? ablationPlan(picked, recipe, plan, speed) : missing}
      </span>
    </>
  );
}

function SaveButtons({ study }: { study: Study }) {
  if (resultsOf(study).length === 0) return null;
  return (
    <span className={styles.saves}>
      <Button
        leftSection={<Icon name="save" size={13} />}
        onClick={() => saveCsv('ablation', runsCsv(resultsOf(study)))}
      >
        CSV
      </Button>
      <Button
        leftSection={<Icon name="save" size={13} />}
        onClick={() => saveFile('ablation.md', ablationMarkdown(study), 'text/markdown')}
      >
        Markdown
      </Button>
    </span>
  );
}
