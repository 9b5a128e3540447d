import { ActionIcon, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { saveCsv } from '../../save-figure.ts';
import { scoresChosen, useViewStore } from '../../stores/view.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { ScoreTable } from '../../ui/ScoreTable.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { scoreRows, scoresCsv } from '../../ui/score-rows.ts';
import styles from './Charts.module.css';
import { footOf, reportOf } from './derive.ts';
import { useEpochs } from './use-series.ts';

const CHOICES = [
  { value: 'best', label: 'best epoch' },
  { value: 'latest', label: 'this epoch' },
] as const;

/**
 * Scores on dev by type: of the epoch that is pointed at, else of the one whose weights are kept, or the last; without a
 * run those of the model.
 */
export function EntityScores() {
  const id = useId();
  const scoresOf = useViewStore((view) => view.scoresOf);
  const model = useWorkspaceStore(selectModel);
  const pointedEpoch = useViewStore((view) => view.pointedEpoch);
  const epochs = useEpochs();
  const latest = epochs.at(-1);
  const pointed = reportOf(epochs, pointedEpoch);
  const report = pointed ?? (scoresOf === 'best' ? reportOf(epochs, latest?.bestEpoch) : latest);
  const scores = report?.dev ?? model?.dev;
  return (
    <section className={styles.scores} aria-labelledby={id}>
      <header className={styles.scoresHead}>
        <h2 id={id}>Entity scores</h2>
        {report && (
          <SegmentedControl
            aria-label="Scores of"
            data={[...CHOICES]}
            value={pointed ? '' : scoresOf} // neither is shown then
            onChange={(choice) => choice !== '' && scoresChosen(choice)}
          />
        )}
        {scores && (
          <ActionIcon
            aria-label="Save Entity scores"
            title="Save as CSV"
            onClick={() => saveCsv('entity-scores', scoresCsv(scoreRows(scores)))}
          >
            <Icon name="save" size={14} />
          </ActionIcon>
        )}
      </header>
      {/* What scrolls can be scrolled by keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scoresBody} tabIndex={0} aria-label="Scores of all types">
        <ScoreTable
          label="Entity scores"
          scores={scores}
          placeholder="Precision, recall and F1 on dev after every epoch."
        />
      </section>
      {scores && <p className={styles.foot}>{footOf(scores, report?.epoch)}</p>}
    </section>
  );
}
