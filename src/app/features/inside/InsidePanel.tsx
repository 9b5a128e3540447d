import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { watchDetails } from '../../actions/inside-details.ts';
import { sentenceChosen, useInsideStore } from '../../stores/inside.ts';
import { textTyped, useInspectStore } from '../../stores/inspect.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import type { StageId } from '../../../insight/network.ts';
import type { Inspection } from '../../../tagging/inspect.ts';
import { AccountFigure } from './AccountFigure.tsx';
import { ComparisonFigure } from './ComparisonFigure.tsx';
import { sentenceOf, stagesOf, trellisView } from './derive.ts';
import { EmissionsFigure } from './EmissionsFigure.tsx';
import styles from './Inside.module.css';
import { NetworkStrip } from './NetworkStrip.tsx';
import { SentenceBar } from './SentenceBar.tsx';
import { TrellisFigure } from './TrellisFigure.tsx';
import { WhyFigure } from './WhyFigure.tsx';

const EXAMPLE = 'New York City is amazing.';

/** How the model comes to the tags of the sentence in the box: every stage, in its own numbers. */
export function InsidePanel() {
  const inspection = useInsideStore((store) => store.inspection);
  const error = useInsideStore((store) => store.error);
  useEffect(watchDetails, []);
  if (error) return <p className={styles.empty}>{error.message}</p>;
  if (inspection === undefined || inspection.result.sentences.length === 0) return <Empty />;
  return <Explained inspection={inspection.result} />;
}

function Empty() {
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  const text = useInspectStore((store) => store.text);
  if (!hasModel)
    return <p className={styles.empty}>Train or import a model: then this page shows how it tags a sentence.</p>;
  if (text.trim() !== '') return <p className={styles.empty}>Reading the sentence…</p>;
  return (
    <div className={styles.empty}>
      <p>Type a sentence in the box: this page shows how the model comes to its tags.</p>
      <Button onClick={() => textTyped(EXAMPLE)}>Try “{EXAMPLE}”</Button>
    </div>
  );
}

function Explained({ inspection }: { inspection: Inspection }) {
  const index = useInsideStore((store) => store.sentence);
  const mode = useInsideStore((store) => store.mode);
  const step = useInsideStore((store) => store.step);
  const tagging = useInsideStore((store) => store.tagging);
  const sentence = useMemo(() => sentenceOf(inspection, index), [inspection, index]);
  const view = useMemo(() => trellisView(sentence, mode, step, tagging), [sentence, mode, step, tagging]);
  const stages = useMemo(() => stagesOf(inspection, sentence), [inspection, sentence]);
  const { trellis, shown } = view;
  const panel = useRef<HTMLDivElement>(null);
  const emissions = useRef<HTMLDivElement>(null);
  const lattice = useRef<HTMLDivElement>(null);
  const open = (stage: StageId) => {
    const section = { emissions, decoder: lattice }[stage as string]?.current;
    if (section) panel.current?.scrollTo({ top: section.offsetTop - 12 });
  };
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
      <NetworkStrip stages={stages} open={open} />
      <div ref={emissions}>
        <EmissionsFigure trellis={trellis} shown={shown} />
      </div>
      <div ref={lattice}>
        <TrellisFigure view={view} />
      </div>
      <AccountFigure trellis={trellis} />
      <ComparisonFigure trellis={trellis} />
      <WhyFigure />
    </div>
  );
}
