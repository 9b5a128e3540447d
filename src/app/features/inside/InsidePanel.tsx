import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { watchDetails } from '../../actions/inside-details.ts';
import { figureRequested, sentenceChosen, useInsideStore, type FigureName } from '../../stores/inside.ts';
import { textTyped, useInspectStore } from '../../stores/inspect.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import type { StageId } from '../../../insight/network.ts';
import type { Inspection } from '../../../tagging/inspect.ts';
import { AccountFigure } from './AccountFigure.tsx';
import { CharactersFigure } from './CharactersFigure.tsx';
import { ComparisonFigure } from './ComparisonFigure.tsx';
import { sentenceOf } from '../../selectors/inside.ts';
import { stagesOf, trellisView } from './derive.ts';
import { DocumentFigure } from './DocumentFigure.tsx';
import { EmissionsFigure } from './EmissionsFigure.tsx';
import { GatesFigure } from './GatesFigure.tsx';
import styles from './Inside.module.css';
import { NetworkStrip } from './NetworkStrip.tsx';
import { OverTimeFigure } from './OverTimeFigure.tsx';
import { SentenceBar } from './SentenceBar.tsx';
import { TrellisFigure } from './TrellisFigure.tsx';
import { useScrollToFigure } from './use-scroll-to-figure.ts';
import { WhyFigure } from './WhyFigure.tsx';

const EXAMPLE = 'New York City is amazing.';

/** How the model computes the tags of the sentence in the box: every stage with its values. */
export function InsidePanel() {
  const inspection = useInsideStore((store) => store.inspection);
  const error = useInsideStore((store) => store.error);
  useEffect(watchDetails, []);
  if (error) return <p className={styles.empty}>{error.message}</p>;
  if (inspection === undefined || inspection.result.sentences.length === 0) return <WithoutSentence />;
  return <Explained inspection={inspection.result} />;
}

/** Shown without a sentence: the epochs of a run. */
function WithoutSentence() {
  const panel = useRef<HTMLDivElement>(null);
  useScrollToFigure(panel);
  return (
    <div ref={panel} className={styles.panel}>
      <Empty />
      <div {...section('over-time')}>
        <OverTimeFigure />
      </div>
    </div>
  );
}

function Empty() {
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  const text = useInspectStore((store) => store.text);
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

/** The figure that shows the output of each stage of the network. */
const SECTION_OF: Record<StageId, FigureName> = {
  characters: 'characters',
  'character-encoder': 'characters',
  'word-vectors': 'characters',
  inputs: 'why',
  recurrent: 'gates',
  document: 'document',
  emissions: 'emissions',
  decoder: 'trellis',
};

const openStage = (stage: StageId) => figureRequested(SECTION_OF[stage]);

/** The attribute by which `useScrollToFigure` finds a section. */
const section = (name: FigureName) => ({ className: styles.target, 'data-section': name });

function Explained({ inspection }: { inspection: Inspection }) {
  const index = useInsideStore((store) => store.sentence);
  const mode = useInsideStore((store) => store.mode);
  const step = useInsideStore((store) => store.step);
  const tagging = useInsideStore((store) => store.tagging);
  const sentence = sentenceOf(inspection, index);
  const view = useMemo(() => trellisView(sentence, mode, step, tagging), [sentence, mode, step, tagging]);
  const stages = useMemo(() => stagesOf(inspection, sentence), [inspection, sentence]);
  const { trellis, shown } = view;
  const panel = useRef<HTMLDivElement>(null);
  useScrollToFigure(panel);
  return (
    <div ref={panel} className={styles.panel}>
      {inspection.sentences.length > 1 && (
        <NativeSelect
          aria-label="Sentence"
          data={inspection.sentences.map(({ tokens }, i) => ({
            value: String(i),
            label: `${i + 1}: ${tokens.join(' ')}`,
          }))}
          value={String(index)}
          onChange={(event) => sentenceChosen(Number(event.currentTarget.value))}
        />
      )}
      <SentenceBar trellis={trellis} />
      <NetworkStrip trellis={trellis} stages={stages} open={openStage} />
      <div {...section('emissions')}>
        <EmissionsFigure trellis={trellis} shown={shown} />
      </div>
      <div {...section('trellis')}>
        <TrellisFigure view={view} />
      </div>
      <AccountFigure trellis={trellis} />
      <ComparisonFigure trellis={trellis} />
      {/* From the outputs back to the inputs: words, units, characters. */}
      <div {...section('why')}>
        <WhyFigure />
      </div>
      <div {...section('gates')}>
        <GatesFigure />
      </div>
      {inspection.config.context === 'document' && (
        <div {...section('document')}>
          <DocumentFigure />
        </div>
      )}
      <div {...section('characters')}>
        <CharactersFigure />
      </div>
      <div {...section('over-time')}>
        <OverTimeFigure />
      </div>
    </div>
  );
}
