import { ActionIcon, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useMemo, type KeyboardEvent } from 'react';
import {
  cellChosen,
  modeChosen,
  playToggled,
  stepChosen,
  stepPlayed,
  useInsideStore,
} from '../../../../stores/inside.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { TokenGrid } from '../../drawing/Grid.tsx';
import { gridLayout } from '../../drawing/layout.ts';
import styles from '../../Inside.module.css';
import { sentenceFigure, type ShownSentence } from '../figure.tsx';
import { Recursion } from './Recursion.tsx';
import { ScoreEditor } from './ScoreEditor.tsx';
import { explain, explainedCell, foldedNote, trellisTable, trellisView, type TrellisView } from './trellis.ts';
import { TrellisDrawing } from './TrellisDrawing.tsx';

const ROW = 26;
const PLAY_EVERY = 700;

/** Tokens and tags as a lattice, with the Viterbi recursion or the forward algorithm, step by step. */
export const trellis = sentenceFigure({
  name: 'trellis',
  title: 'Trellis',
  text: ({ mode }: TrellisView) =>
    mode === 'viterbi'
      ? 'The best score of a path to each cell, and where it comes from; at the end, the path is read backwards (Viterbi 1967). Dashed: illegal steps.'
      : 'alpha: the log of the summed weights of all paths to each cell; summed once more at END, they give log Z (Rabiner 1989). Dashed: illegal steps.',
  stages: ['decoder'],
  useData: useTrellis,
  table: trellisTable,
  Draw: Drawing,
  Actions: Steps,
});

function useTrellis({ trellis: { sentence } }: ShownSentence): TrellisView {
  const mode = useInsideStore((store) => store.mode);
  const step = useInsideStore((store) => store.step);
  const tagging = useInsideStore((store) => store.tagging);
  return useMemo(() => trellisView(sentence, mode, step, tagging), [sentence, mode, step, tagging]);
}

function Drawing({ data: view, width }: { data: TrellisView; width: number }) {
  const tag = useInsideStore((store) => store.tag);
  const isPlaying = useInsideStore((store) => store.isPlaying);
  const { shown, step, last } = view;
  const { tokens, tags } = view.trellis.sentence;
  const explanation = explain(view, tag);
  const note = foldedNote(view);
  usePlaying(isPlaying, step, last);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyed(event.key, view, tag);
    if (next === undefined) return;
    event.preventDefault();
    next();
  };
  const layout = gridLayout(tokens.length, shown.length, width, ROW);
  const cell = explainedCell(view, tag);
  return (
    <>
      <TokenGrid
        trellis={view.trellis}
        label={`Trellis, step ${step + 1} of ${last + 1}. Left and right arrows step, up and down choose a tag, space plays.`}
        tokens={tokens}
        rows={shown.map((one) => tags[one]!)}
        layout={layout}
        column={cell.t < tokens.length ? cell.t : undefined}
        onKeyDown={onKeyDown}
      >
        <TrellisDrawing view={view} cell={cell} candidates={explanation.candidates} layout={layout} />
      </TokenGrid>
      {note && <p className={styles.description}>{note}</p>}
      <VisuallyHidden aria-live="polite">{explanation.sentence}</VisuallyHidden>
      <Recursion view={view} explanation={explanation} />
      <ScoreEditor
        key={`${cell.t} ${cell.tag}`}
        trellis={view.trellis}
        cell={cell}
        best={explanation.candidates[0]?.from}
      />
    </>
  );
}

function Steps({ data: { mode, step, last } }: { data: TrellisView }) {
  const isPlaying = useInsideStore((store) => store.isPlaying);
  return (
    <>
      <SegmentedControl
        aria-label="Recursion"
        data={[
          { value: 'viterbi', label: 'Viterbi' },
          { value: 'forward', label: 'Forward' },
        ]}
        value={mode}
        onChange={(value) => modeChosen(value === 'forward' ? 'forward' : 'viterbi')}
      />
      <ActionIcon aria-label="Previous step" disabled={step === 0} onClick={() => stepChosen(step - 1)}>
        <Icon name="previous" />
      </ActionIcon>
      <span className={styles.step}>
        step {step + 1} of {last + 1}
      </span>
      <ActionIcon aria-label="Next step" disabled={step === last} onClick={() => stepChosen(step + 1)}>
        <Icon name="next" />
      </ActionIcon>
      <ActionIcon
        aria-label={isPlaying ? 'Pause the recursion' : 'Play the recursion'}
        onClick={() => (isPlaying ? playToggled(false) : stepPlayed(step === last ? 0 : step, last))}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </ActionIcon>
    </>
  );
}

/** The action of a key, if it has one. */
function keyed(key: string, view: TrellisView, tag: number | undefined): (() => void) | undefined {
  const { step, last, shown, trellis } = view;
  const isPlaying = useInsideStore.getState().isPlaying;
  const row = shown.indexOf(explainedCell(view, tag).tag ?? -1);
  switch (key) {
    case 'ArrowLeft':
      return () => stepChosen(Math.max(0, step - 1));
    case 'ArrowRight':
      return () => stepChosen(Math.min(last, step + 1));
    case 'Home':
      return () => stepChosen(0);
    case 'End':
      return () => stepChosen(last);
    case ' ':
      return () => (isPlaying ? playToggled(false) : stepPlayed(step === last ? 0 : step, last));
    case 'ArrowUp':
    case 'ArrowDown': {
      const next = shown[row + (key === 'ArrowUp' ? -1 : 1)];
      if (step >= trellis.T || next === undefined) return undefined;
      return () => cellChosen(step, next);
    }
    default:
      return undefined;
  }
}

/** Plays the recursion step by step; with reduced motion it jumps to the last step. */
function usePlaying(isPlaying: boolean, step: number, last: number): void {
  const isStill = useReducedMotion();
  useEffect(() => {
    if (!isPlaying) return undefined;
    const next = isStill ? last : Math.min(last, step + 1);
    const timer = setTimeout(() => stepPlayed(next, last), isStill ? 0 : PLAY_EVERY);
    return () => clearTimeout(timer);
  }, [isPlaying, isStill, step, last]);
}
