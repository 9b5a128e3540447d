import { Button, NativeSelect } from '@mantine/core';
import { Suspense, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { watchInside } from './actions.ts';
import { watchDetails } from './details.ts';
import {
  figureRequested,
  lectureOpened,
  sentenceChosen,
  useInsideStore,
  type InspectedText,
} from '../../stores/inside.ts';
import { textTyped, useSentenceStore } from '../../stores/sentence.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import type { StageId } from '../../../insight/network.ts';
import { sentenceOf, trellisOf } from './inspected.ts';
import styles from './Inside.module.css';
import type { Figure, ShownSentence } from './figures/figure.tsx';
import { stagesOf } from './figures/network/network.ts';
import { overTime, OverTimeFigure } from './figures/over-time/OverTimeFigure.tsx';
import { FIGURES } from './figures/registry.ts';
import { trellis } from './figures/trellis/TrellisFigure.tsx';
import { SentenceBar } from './SentenceBar.tsx';
import { part } from '../../ui/part.tsx';
import { useScrollToFigure } from './use-scroll-to-figure.ts';

const InsideLecture = part(async () => (await import('./InsideLecture.tsx')).InsideLecture);

/** Id of the button that opens the lecture view. */
const LECTURE_BUTTON = 'inside-lecture';

const EXAMPLE = 'New York City is amazing.';

/** How the model computes the tags of the sentence in the box: every stage with its values. */
export function InsidePanel() {
  const inspection = useInsideStore((store) => store.inspection);
  const error = useInsideStore((store) => store.error);
  useEffect(watchInside, []);
  useEffect(() => watchDetails(FIGURES.flatMap(({ request }) => request ?? [])), []);
  const isExplained = inspection !== undefined && inspection.result.sentences.length > 0;
  const panel = useRef<HTMLDivElement>(null);
  const isLecture = useInsideStore((store) => store.slide !== undefined) && isExplained;
  useScrollToFigure(panel, isExplained && !isLecture);
  if (error) return <p className={styles.empty}>{error.message}</p>;
  return (
    <div ref={panel} className={styles.panel}>
      {isExplained ? <Explained inspection={inspection} /> : <Empty />}
      {/* Also shown without a sentence; when one is inspected, it keeps its epoch and the focus. */}
      {!isLecture && (
        <div {...target(overTime)}>
          <OverTimeFigure />
        </div>
      )}
    </div>
  );
}

function Empty() {
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  const text = useSentenceStore((store) => store.text);
  if (!hasModel)
    return <p className={styles.empty}>Train or import a model: then this page shows how it tags a sentence.</p>;
  if (text.trim() !== '') return <p className={styles.empty}>Reading the sentence…</p>;
  return (
    <div className={styles.empty}>
      <p>Type a sentence in the box: this page shows how the model decides on its tags.</p>
      <Button onClick={() => textTyped(EXAMPLE)}>Try “{EXAMPLE}”</Button>
    </div>
  );
}

/** Goes to the figure that shows the output of a stage. */
function openStage(stage: StageId): void {
  const figure = FIGURES.find(({ stages }) => stages?.includes(stage));
  if (figure !== undefined) figureRequested(figure.name);
}

/** The figures that need a sentence. */
const OF_SENTENCE = FIGURES.filter((figure) => figure !== overTime);

/** The attribute by which `useScrollToFigure` finds a figure. */
const target = ({ name }: Figure) => ({ className: styles.target, 'data-section': name });

function Explained({ inspection }: { inspection: InspectedText }) {
  const { config, sentences } = inspection.result;
  const index = useInsideStore((store) => store.sentence);
  const edited = useInsideStore((store) => store.edited);
  const sentence = useMemo((): ShownSentence => {
    const scored = edited ?? sentenceOf(inspection.result, index);
    const stages = stagesOf(inspection.result, scored);
    return { inspection, index, trellis: trellisOf(scored), stages, open: openStage };
  }, [inspection, index, edited]);
  // A changed score is in the trellis at once; the other figures follow when there is time.
  const followed = useDeferredValue(sentence);
  const slide = useInsideStore((store) => store.slide);
  const isDrawn = ({ isIn }: Figure) => isIn?.(config) ?? true;
  if (slide !== undefined)
    return (
      <Suspense>
        <InsideLecture sentence={sentence} figures={FIGURES.filter(isDrawn)} shown={slide} opener={LECTURE_BUTTON} />
      </Suspense>
    );
  return (
    <>
      <div className={styles.top}>
        <Button id={LECTURE_BUTTON} onClick={() => lectureOpened(FIGURES[0]!.name)}>
          Lecture view
        </Button>
        {sentences.length > 1 && (
          <NativeSelect
            aria-label="Sentence"
            data={sentences.map(({ tokens }, i) => ({
              value: String(i),
              label: `${i + 1}: ${tokens.join(' ')}`,
            }))}
            value={String(index)}
            onChange={(event) => sentenceChosen(Number(event.currentTarget.value))}
          />
        )}
      </div>
      <SentenceBar trellis={sentence.trellis} />
      {OF_SENTENCE.filter(isDrawn).map((figure) => (
        <div key={figure.name} {...target(figure)}>
          <figure.Component sentence={figure === trellis ? sentence : followed} />
        </div>
      ))}
    </>
  );
}
