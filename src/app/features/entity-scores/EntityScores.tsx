import { ActionIcon, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import { scoreName } from '../../../eval/scores.ts';
import { SLICINGS, type Slicing } from '../../../eval/slices.ts';
import { showSlices } from '../../actions/slices.ts';
import { saveCsv } from '../../save-file.ts';
import { useSlicesStore } from '../../stores/slices.ts';
import { scoresChosen, useViewStore } from '../../stores/view.ts';
import { Icon } from '../../ui/Icon.tsx';
import { InlineSelect } from '../../ui/InlineSelect.tsx';
import { scoreRows, scoresCsv } from '../../ui/score-rows.ts';
import { ScoreTable } from '../../ui/ScoreTable.tsx';
import { Scrollable } from '../../ui/Scrollable.tsx';
import { slicesCsv, SLICING_NAMES } from '../../ui/slice-names.ts';
import styles from './EntityScores.module.css';
import { describeScores, useShownScores } from './shown-scores.ts';

const SlicedScores = lazy(async () => ({ default: (await import('./SlicedScores.tsx')).SlicedScores }));

const CHOICES = [
  { value: 'best', label: 'best epoch' },
  { value: 'latest', label: 'this epoch' },
] as const;

const BY_TYPE = 'type';
const SPLITS = [
  { value: BY_TYPE, label: 'by type' },
  ...(Object.keys(SLICINGS) as Slicing[]).map((value) => ({ value, label: SLICING_NAMES[value].toLowerCase() })),
];

/** Scores on dev by type, by what was seen in training, or by length. */
export function EntityScores() {
  const id = useId();
  const choice = useViewStore((view) => view.scoresOf);
  const slicing = useSlicesStore((store) => store.slicing);
  const dev = useSlicesStore((store) => store.dev);
  const { scores, epoch, isPointed } = useShownScores();
  const title = scores && scoreName(scores) === 'token accuracy' ? 'Tag scores' : 'Entity scores';
  const csv = slicing === undefined ? scores && (() => scoresCsv(scoreRows(scores))) : slicesSaved(dev);
  return (
    <section className={styles.scores} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {epoch !== undefined && slicing === undefined && (
          <SegmentedControl
            aria-label="Scores of"
            styles={{ label: { padding: '1px 5px' } }} // keeps the heading on one line beside the matrix
            data={[...CHOICES]}
            value={isPointed ? '' : choice}
            onChange={(value) => value !== '' && scoresChosen(value)}
          />
        )}
        {/* These wrap together. */}
        <span className={styles.tools}>
          {scores && (
            <InlineSelect
              label="Entity scores by"
              options={SPLITS}
              value={slicing ?? BY_TYPE}
              isDisabled={false}
              onChange={(value) => void showSlices(value === BY_TYPE ? undefined : (value as Slicing))}
            />
          )}
          {csv && (
            <ActionIcon
              aria-label="Save Entity scores"
              title="Save as CSV"
              onClick={() => saveCsv(slicing === undefined ? 'entity-scores' : 'dev-slices', csv())}
            >
              <Icon name="save" size={14} />
            </ActionIcon>
          )}
        </span>
      </header>
      {slicing === undefined ? (
        <>
          <Scrollable label="Scores of all types" className={styles.body}>
            <ScoreTable
              label={title}
              scores={scores}
              placeholder="Precision, recall and F1 on dev after every epoch."
            />
          </Scrollable>
          {scores && <p className={styles.foot}>{describeScores(scores, epoch)}</p>}
        </>
      ) : (
        <Suspense>
          <SlicedScores slicing={slicing} />
        </Suspense>
      )}
    </section>
  );
}

function slicesSaved(dev: ReturnType<typeof useSlicesStore.getState>['dev']): (() => string) | undefined {
  return dev.phase === 'done' ? () => slicesCsv(dev.found.slices) : undefined;
}
