import { Button, NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { otherDecoder } from '../../../../../config/ablation.ts';
import type { RunConfig } from '../../../../../config/schema.ts';
import { useReadiness } from '../../../../stores/readiness.ts';
import { useHistoryStore } from '../../../../stores/runs/history.ts';
import { useStudyStore } from '../../../../stores/runs/study.ts';
import { selectModel, useWorkspaceStore } from '../../../../stores/workspace.ts';
import { useRunReason } from '../../../../ui/controls/run-reason.ts';
import styles from '../../Inside.module.css';
import { modelName, otherModels } from './comparison.ts';
import { chosenRun, otherModelChosen, trainOtherDecoder, useOtherModelStore } from './other-model.ts';

const WITH: Record<RunConfig['decoder'], string> = { softmax: 'softmax', crf: 'a CRF' };

/** Selects the model of another run, to be compared with the current one, or trains one with the other decoder. */
export function OtherModel({ data: { config } }: { data: { config: RunConfig } }) {
  const { records, makers, current } = useHistoryStore();
  const model = useWorkspaceStore(selectModel);
  const others = otherModels(records, makers, current, model);
  const chosen = chosenRun(useOtherModelStore(), others);
  return (
    <>
      {chosen?.recipe.config.decoder !== otherDecoder(config) && <TrainOther config={config} />}
      {others.length > 0 && (
        <NativeSelect
          aria-label="Another model"
          data={[
            { value: '', label: 'No other model' },
            ...others.map(({ id, name, recipe }) => ({ value: id, label: modelName(name, recipe.config) })),
          ]}
          value={chosen?.id ?? ''}
          onChange={(event) => otherModelChosen(event.currentTarget.value || undefined)}
        />
      )}
    </>
  );
}

/** One click trains the model of the same recipe with the other decoder. */
function TrainOther({ config }: { config: RunConfig }) {
  const reason = useId();
  const busy = useRunReason();
  const { canTrain, reasons } = useReadiness();
  return (
    <>
      <Button
        disabled={!canTrain}
        aria-describedby={reasons.length > 0 ? reason : undefined}
        title={busy ?? 'Trains a second model on the training files. The model in use does not change.'}
        onClick={() => void trainOtherDecoder(config)}
      >
        Train the same recipe with {WITH[otherDecoder(config)]}
      </Button>
      {reasons.length > 0 && (
        <span id={reason} className={styles.small}>
          {reasons.join(' ')}
        </span>
      )}
    </>
  );
}

/** What becomes of the model that is trained. */
export function OtherModelProgress({ config }: { config: RunConfig }) {
  const { run, beside, problem } = useOtherModelStore(({ trained }) => trained) ?? {};
  const study = useStudyStore(({ ablation }) => (ablation?.runs[0]?.id === run ? ablation : undefined));
  const model = useWorkspaceStore(selectModel);
  const decoder = WITH[otherDecoder(config)];
  if (beside !== model?.id) return null;
  if (problem !== undefined)
    return <p className={styles.forbidden}>{`The model with ${decoder} was not trained: ${problem}`}</p>;
  if (study?.phase !== 'running') return null;
  const { progress, config: trained } = study;
  const epoch = progress === undefined ? '' : `, epoch ${progress.epoch} of ${trained.epochs}`;
  return (
    <p className={styles.description}>
      {`Training the same recipe with ${decoder}${epoch}. Its tags appear here when it has finished; the model in use stays.`}
    </p>
  );
}
