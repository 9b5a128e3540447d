import { ActionIcon, SegmentedControl } from '@mantine/core';
import { Suspense, useId } from 'react';
import type { TagKind } from '../../../data/corpus.ts';
import { scoreName, type ScoreName } from '../../../eval/scores.ts';
import { SLICINGS, type Slicing } from '../../../eval/slices.ts';
import { devSlices, showSlices, useSlicingStore } from './dev-slices.ts';
import { useRunStore } from '../../stores/runs/run.ts';
import { selectRunKind } from '../../stores/tag-kind.ts';
import { scoresChosen, useViewStore } from '../../stores/view.ts';
import { Icon } from '../../ui/Icon.tsx';
import { InlineSelect } from '../../ui/controls/InlineSelect.tsx';
import { scoreTable } from '../../ui/tables/score-table.tsx';
import { ScoreTable } from '../../ui/tables/ScoreTable.tsx';
import { Scrollable } from '../../ui/Scrollable.tsx';
import { SLICING_NAMES } from '../../ui/tables/slicings.ts';
import styles from './EntityScores.module.css';
import { describeScores, useShownScores } from './shown-scores.ts';
import { part } from '../../ui/part.tsx';

const SlicedScores = part(async () => (await import('./SlicedScores.tsx')).SlicedScores);

const CHOICES = [
  { value: 'best', label: 'best epoch' },
  { value: 'latest', label: 'this epoch' },
] as const;

const BY_TYPE = 'type';
const SPLITS = [
  { value: BY_TYPE, label: 'by type' },
  ...(Object.keys(SLICINGS) as Slicing[]).map((value) => ({ value, label: SLICING_NAMES[value].toLowerCase() })),
];

const TITLES: Record<ScoreName, string> = {
  F1: 'Entity scores',
  'token accuracy': 'Tag scores',
  accuracy: 'Class scores',
};

const MEASURES: Record<TagKind, ScoreName> = { entities: 'F1', labels: 'token accuracy', classes: 'accuracy' };

/** Scores on dev by type, by what was seen in training, or by length. */
export function EntityScores() {
  const id = useId();
  const choice = useViewStore((view) => view.scoresOf);
  const chosen = useSlicingStore((store) => store.slicing);
  const dev = devSlices.use();
  const { scores, of, epoch, isPointed } = useShownScores();
  const planned = MEASURES[useRunStore(selectRunKind)];
  const name = scores === undefined ? planned : scoreName(scores);
  const title = TITLES[name];
  const ofClasses = name === 'accuracy';
  const slicing = ofClasses ? undefined : chosen; // a text is its own entity
  const save = async () => {
    const { saveTable } = await import('../../ui/save-figure.ts');
    if (slicing === undefined) saveTable(ofClasses ? 'class-scores' : 'entity-scores', scores && scoreTable(scores));
    else if (dev.phase === 'done') {
      const { sliceTable } = await import('../../ui/tables/SliceTable.tsx');
      saveTable('dev-slices', sliceTable(dev.value.slices));
    }
  };
  const canSave = slicing === undefined ? scores !== undefined : dev.phase === 'done';
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
          {scores && !ofClasses && (
            <InlineSelect
              label="Entity scores by"
              options={SPLITS}
              value={slicing ?? BY_TYPE}
              isDisabled={false}
              onChange={(value) => showSlices(value === BY_TYPE ? undefined : (value as Slicing))}
            />
          )}
          {canSave && (
            <ActionIcon aria-label={`Save ${title}`} title="Save as CSV" onClick={() => void save()}>
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
              name={name}
              scores={scores}
              placeholder="Precision, recall and F1 on dev after every epoch."
            />
          </Scrollable>
          {scores && <p className={styles.foot}>{describeScores(scores, { of, epoch })}</p>}
        </>
      ) : (
        <Suspense>
          <SlicedScores slicing={slicing} />
        </Suspense>
      )}
    </section>
  );
}
