import { Button, SegmentedControl } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { softmaxReading } from '../../../../insight/emissions.ts';
import { stepName, type ScoredSentence } from '../../../../insight/sentence.ts';
import { cellSum, trellisOf, type Trellis } from '../../../../insight/trellis.ts';
import { figureRequested } from '../../../stores/inside.ts';
import { runViewChosen } from '../../../stores/runs/study.ts';
import { Lattice, type Edge, type LatticeCell } from '../Lattice.tsx';
import styles from '../Lessons.module.css';
import { ScoreTables } from '../ScoreTables.tsx';
import { useSay } from '../use-say.ts';
import { OwnModel } from './OwnModel.tsx';

interface CrfFigureProps {
  example: ScoredSentence;
  children: (trellis: Trellis, edit: (sentence: ScoredSentence) => void) => ReactNode;
}

/** A small CRF, or that of the model in use, for a sentence. What follows from its scores is drawn by `children`. */
export function CrfFigure({ example, children }: CrfFigureProps) {
  return <OwnModel example={example}>{(sentence) => <EditedCrf example={sentence}>{children}</EditedCrf>}</OwnModel>;
}

/** A CRF whose scores can be changed, on a copy. */
function EditedCrf({ example, children }: CrfFigureProps) {
  const { t } = useSay();
  const [sentence, setSentence] = useState(example);
  const trellis = useMemo(() => trellisOf(sentence), [sentence]);
  return (
    <>
      {children(trellis, setSentence)}
      <ScoreTables sentence={sentence} onChange={setSentence} />
      <div className={styles.row}>
        <Button disabled={sentence === example} onClick={() => setSentence(example)}>
          {t('figure.reset')}
        </Button>
        <Button className={styles.studioOnly} onClick={goToTrellis}>
          {t('figure.inside')}
        </Button>
        <span className={styles.quiet}>{t(sentence === example ? 'figure.howToEdit' : 'figure.changed')}</span>
      </div>
    </>
  );
}

/** The trellis of the reader's own model, whose scores can be changed as here. */
function goToTrellis(): void {
  figureRequested('trellis');
  runViewChosen('inside');
}

const namesOf = ({ sentence: { tags } }: Trellis, path: ArrayLike<number>) =>
  Array.from(path, (tag) => tags[tag]).join(' ');

/** All cells of a trellis. */
export function cellsOf(
  { T, K, path }: Trellis,
  cell: (at: number) => Omit<LatticeCell, 'isOnPath'>,
  onPath: ArrayLike<number> = path,
): LatticeCell[][] {
  return Array.from({ length: T }, (_, t) =>
    Array.from({ length: K }, (_, k) => ({ ...cell(t * K + k), isOnPath: onPath[t] === k })),
  );
}

/** The steps of a path. */
export function pathEdges(path: ArrayLike<number>, kind: Edge['kind'] = 'path'): Edge[] {
  return Array.from({ length: path.length - 1 }, (_, i) => ({ t: i + 1, from: path[i]!, to: path[i + 1]!, kind }));
}

/** The choice of each word alone beside that of the CRF. */
export function SoftmaxResult({ trellis }: { trellis: Trellis }) {
  const { t, score, probability } = useSay();
  const { sentence, K, path } = trellis;
  const { tags, broken } = softmaxReading(sentence);
  const shares = Float64Array.from(sentence.emissions, (emission, at) => {
    const row = sentence.emissions.subarray(at - (at % K), at - (at % K) + K);
    return 1 / row.reduce((sum, other) => sum + Math.exp(other - emission), 0);
  });
  const faults = broken.map((at) => stepName(sentence.tags, { from: tags[at - 1], to: tags[at] })).join(', ');
  return (
    <>
      <Lattice
        label={t('figure.softmax.label')}
        tokens={sentence.tokens}
        tags={sentence.tags}
        cells={cellsOf(trellis, (at) => ({ text: probability(shares[at]!), weight: shares[at]! }), tags)}
        edges={pathEdges(tags).map((edge) => ({ ...edge, kind: broken.includes(edge.t) ? 'forbidden' : 'path' }))}
      />
      <dl className={styles.results}>
        <Result name={t('figure.softmax.alone')}>{namesOf(trellis, tags)}</Result>
        <Result name={t('figure.softmax.forbidden')}>{faults === '' ? t('label.none') : faults}</Result>
        <Result name={t('figure.softmax.crf')}>{namesOf(trellis, path)}</Result>
        <Result name={t('label.score')}>{score(trellis.score)}</Result>
      </dl>
    </>
  );
}

type TableMode = 'alpha' | 'beta' | 'marginals';

/** The forward table, the backward table, and the probabilities made of both. */
export function ForwardResult({ trellis }: { trellis: Trellis }) {
  const { t, score, probability } = useSay();
  const [mode, setMode] = useState<TableMode>('alpha');
  const { lattice, probabilities } = trellis;
  const values = { alpha: lattice.alpha, beta: lattice.beta, marginals: probabilities }[mode];
  const text = mode === 'marginals' ? probability : score;
  const modes = [
    { value: 'alpha', label: t('figure.forward.alpha') },
    { value: 'beta', label: t('figure.forward.beta') },
    { value: 'marginals', label: t('figure.forward.marginals') },
  ] as const;
  return (
    <>
      <SegmentedControl
        aria-label={t('figure.forward.table')}
        data={[...modes]}
        value={mode}
        onChange={(value) => setMode(value as TableMode)}
      />
      <Explained trellis={trellis} mode={mode === 'alpha' ? 'forward' : undefined} text={(at) => text(values[at]!)} />
      <dl className={styles.results}>
        <Result name="log Z">{score(lattice.logPartition)}</Result>
        <Result name={t('figure.forward.best')}>{namesOf(trellis, trellis.path)}</Result>
        <Result name={t('label.probability')}>{probability(Math.exp(trellis.score - lattice.logPartition))}</Result>
      </dl>
    </>
  );
}

/** The Viterbi table with its back-pointers and the path. */
export function ViterbiResult({ trellis }: { trellis: Trellis }) {
  const { t, score } = useSay();
  return (
    <>
      <Explained trellis={trellis} mode="viterbi" text={(at) => score(trellis.best[at]!)} />
      <dl className={styles.results}>
        <Result name={t('label.path')}>{namesOf(trellis, trellis.path)}</Result>
        <Result name={t('label.score')}>{score(trellis.score)}</Result>
      </dl>
    </>
  );
}

interface ExplainedProps {
  trellis: Trellis;
  mode: 'viterbi' | 'forward' | undefined;
  text: (cell: number) => string;
}

/** A lattice whose selected cell is explained by its recursion, in numbers. */
function Explained({ trellis, mode, text }: ExplainedProps) {
  const { t, score } = useSay();
  const { sentence, T, K, best, rest, origins, path, probabilities } = trellis;
  const { tokens, tags } = sentence;
  const [chosen, setChosen] = useState({ t: 1, tag: path[1] ?? 0 });
  const cell = { t: Math.min(chosen.t, T - 1), tag: Math.min(chosen.tag, K - 1) };
  const sum = mode && cellSum(trellis, mode, cell.t, cell.tag);
  const isViterbi = mode === 'viterbi';
  const weight = (at: number) => (isViterbi ? Math.exp(best[at]! + rest[at]! - trellis.score) : probabilities[at]!);
  const backPointers: Edge[] = Array.from(origins, (from, at) => ({
    t: Math.floor(at / K),
    from,
    to: at % K,
    kind: 'plain' as const,
  })).filter(({ t: at, to }) => at > 0 && best[at * K + to]! > -1000);
  const into: Edge[] =
    cell.t === 0 || sum === undefined
      ? []
      : sum.candidates.flatMap(({ from, isIllegal }, i) =>
          from === undefined || (isViterbi && i > 0)
            ? []
            : [{ t: cell.t, from, to: cell.tag, kind: isIllegal ? 'forbidden' : 'chosen' } as const],
        );
  const name = `${isViterbi ? 'best' : 'alpha'}(${tokens[cell.t]}, ${tags[cell.tag]})`;
  return (
    <>
      <Lattice
        label={t('figure.lattice')}
        tokens={tokens}
        tags={tags}
        cells={cellsOf(trellis, (at) => ({ text: text(at), weight: weight(at) }))}
        edges={[...(isViterbi ? [...backPointers, ...pathEdges(path)] : []), ...into]}
        selected={mode && cell}
        onSelect={mode && ((at, tag) => setChosen({ t: at, tag }))}
      />
      {sum && (
        <div className={styles.recursion} aria-live="polite">
          <strong>
            {name} = {score(sum.value)}
          </strong>
          <ol>
            {sum.candidates.map(({ from, before, transition, total }, i) => (
              <li key={from ?? 'START'} data-best={(isViterbi && i === 0) || undefined}>
                {t(from === undefined ? 'figure.fromStart' : 'task.from', {
                  from: from === undefined ? 'START' : tags[from]!,
                  before: score(before),
                  transition: score(transition),
                  emission: score(sum.emission!),
                  total: score(total),
                })}
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

export function Result({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
