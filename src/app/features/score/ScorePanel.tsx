import { Button, NativeSelect } from '@mantine/core';
import { cancelScoring, savePredictions, scoreFile } from '../../actions/inspect.ts';
import type { ScoreReport } from '../../../workers/protocol.ts';
import { formatCounted, formatDuration, formatScore, formatShare } from '../../format.ts';
import { fileChosen, useInspectStore } from '../../stores/inspect.ts';
import { selectFiles, selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ScoreTable } from '../../ui/ScoreTable.tsx';
import { chosenFile, scorableFiles } from './derive.ts';
import { Errors } from './Errors.tsx';
import styles from './Score.module.css';

/** The model's scores on a file of the workspace, and its predictions for it. */
export function ScorePanel() {
  const files = useWorkspaceStore(selectFiles);
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  const chosen = useInspectStore((store) => store.chosen);
  const scoring = useInspectStore((store) => store.scoring);
  const file = chosenFile(files, chosen);
  const isRunning = scoring.phase === 'running';
  return (
    <Panel title="Score a file">
      {file && hasModel ? (
        <div className={styles.form}>
          <NativeSelect
            aria-label="File to score"
            data={scorableFiles(files).map(({ id, name, role }) => ({ value: String(id), label: `${name} (${role})` }))}
            value={String(file.id)}
            disabled={isRunning}
            onChange={(event) => fileChosen(Number(event.currentTarget.value))}
          />
          <div className={styles.buttons}>
            {isRunning ? (
              <Button onClick={cancelScoring}>Cancel</Button>
            ) : (
              <Button onClick={() => void scoreFile(file.id)}>Score</Button>
            )}
            <Button leftSection={<Icon name="save" size={13} />} onClick={() => void savePredictions(file.id)}>
              Save predictions
            </Button>
          </div>
        </div>
      ) : (
        <p className={styles.hint}>
          {hasModel
            ? 'Add a file with tags to score the model on it.'
            : 'Once there is a model, score it here on a test file.'}
        </p>
      )}
      <div aria-live="polite">
        {isRunning && <Scoring />}
        {scoring.phase === 'failed' && <p className={styles.bad}>{scoring.error.message}</p>}
        {scoring.phase === 'done' && <Report report={scoring.report} />}
      </div>
      {scoring.phase === 'done' && <Errors report={scoring.report} />}
    </Panel>
  );
}

function Scoring() {
  const progress = useWorkspaceStore((store) => store.progress);
  const share =
    progress?.task === 'scoring' && progress.total > 0 ? ` ${formatShare(progress.done / progress.total)}` : '';
  return <p className={styles.hint}>Scoring{share}…</p>;
}

function Report({ report }: { report: ScoreReport }) {
  const { file, scores, sentences, seconds } = report;
  return (
    <div className={styles.report}>
      <p>
        <strong>{file}</strong>: {formatCounted(sentences, 'sentence')} in {formatDuration(seconds)}
      </p>
      <dl className={styles.numbers}>
        <dt>F1, strict</dt>
        <dd>{formatScore(scores.overall.f1)}</dd>
        <dt>F1, relaxed</dt>
        <dd>{formatScore(scores.relaxedF1)}</dd>
        <dt>Token accuracy</dt>
        <dd>{formatShare(scores.tokenAccuracy)}</dd>
        <dt>Invalid tag sequences</dt>
        <dd>{scores.invalidSequences}</dd>
      </dl>
      <ScoreTable label={`Scores on ${file}`} scores={scores} placeholder="" />
      <p className={styles.hint}>
        Strict: boundaries and type as in gold (conlleval). Relaxed: an overlap of the same type.
      </p>
    </div>
  );
}
