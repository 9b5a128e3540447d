import { ActionIcon, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { saveCsv } from '../../save-file.ts';
import { scoresChosen, useViewStore } from '../../stores/view.ts';
import { Icon } from '../../ui/Icon.tsx';
import { scoreRows, scoresCsv } from '../../ui/score-rows.ts';
import { ScoreTable } from '../../ui/ScoreTable.tsx';
import { Scrollable } from '../../ui/Scrollable.tsx';
import styles from './EntityScores.module.css';
import { describeScores, useShownScores } from './shown-scores.ts';

const CHOICES = [
  { value: 'best', label: 'best epoch' },
  { value: 'latest', label: 'this epoch' },
] as const;

/** Scores on dev by type. */
export function EntityScores() {
  const id = useId();
  const choice = useViewStore((view) => view.scoresOf);
  const { scores, epoch, isPointed } = useShownScores();
  return (
    <section className={styles.scores} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>Entity scores</h2>
        {epoch !== undefined && (
          <SegmentedControl
            aria-label="Scores of"
            data={[...CHOICES]}
            value={isPointed ? '' : choice}
            onChange={(value) => value !== '' && scoresChosen(value)}
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
      <Scrollable label="Scores of all types" className={styles.body}>
        <ScoreTable
          label="Entity scores"
          scores={scores}
          placeholder="Precision, recall and F1 on dev after every epoch."
        />
      </Scrollable>
      {scores && <p className={styles.foot}>{describeScores(scores, epoch)}</p>}
    </section>
  );
}
