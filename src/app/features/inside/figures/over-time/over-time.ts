import type { Transitions } from '../../../../../crf/transitions.ts';
import type { ScoredSentence } from '../../../../../insight/sentence.ts';
import { trellisOf, type Trellis } from '../../../../../insight/trellis.ts';
import type { Score } from '../../../../../eval/scores.ts';
import { savedColumns, type Table } from '../../../../../lib/table.ts';
import type { EpochReport } from '../../../../../model/events.ts';
import type { FollowedSentence } from '../../../../../workers/wire/payloads.ts';
import { formatScore } from '../../../../look/format.ts';
import type { EpochMatrix, RecordedEpoch } from '../../../../stores/runs/thinned-epochs.ts';
import type { RunRecord } from '../../../../stores/runs/history.ts';
import { memoized, memoizedByObject } from '../../../../stores/memoized.ts';
import type { CellRow } from '../../drawing/layout.ts';
import { intensity, scoreText } from '../../drawing/numbers.ts';

/** The shown data of one epoch. */
export interface ShownEpoch {
  report: EpochReport;
  /** Tags of the model. [K] */
  tags: readonly string[];
  illegal: Transitions<Uint8Array> | undefined;
  /** The followed sentence, if there was one, computed with the weights of the epoch. */
  trellis: Trellis | undefined;
}

/** The chosen epoch if it exists, or else the last. */
export const shownEpoch = memoized(
  (
    scores: readonly RecordedEpoch[],
    matrices: readonly EpochMatrix[],
    sentences: readonly FollowedSentence[],
    tags: readonly string[],
    chosen: number | undefined,
  ): ShownEpoch | undefined => {
    const matrix = matrices.find(({ epoch }) => epoch === chosen) ?? matrices.at(-1);
    const scored = scores.find(({ epoch }) => epoch === matrix?.epoch);
    if (matrix === undefined || scored === undefined) return undefined;
    const report = { ...scored, transitions: matrix.transitions };
    const followed = sentences.find(({ epoch }) => epoch === report.epoch);
    const trellis = followed && trellisOf(followed satisfies ScoredSentence);
    return { report, tags: followed?.tags ?? tags, illegal: followed?.illegal, trellis };
  },
);

/** The runs to choose from: those of this browser, with the run of the page first. */
export const runChoices = memoized(
  (records: readonly RunRecord[], latest: RunRecord['id'] | undefined, isLive: boolean) => {
    const first = records.filter(({ id }) => isLive && id === latest);
    return [...first, ...records.filter((record) => !first.includes(record))].map((record) => ({
      id: record.id,
      record,
    }));
  },
);

/** The run that is shown at first: the first one with epochs to show. */
export function firstWithEpochs(
  choices: ReturnType<typeof runChoices>,
  latest: RunRecord['id'] | undefined,
  isLive: boolean,
): ReturnType<typeof runChoices>[number] | undefined {
  const hasEpochs = ({ id, record }: (typeof choices)[number]) =>
    (isLive && id === latest) || (record.kept?.epochs.length ?? 0) > 0;
  return choices.find(hasEpochs) ?? choices[0];
}

/** Like `shownEpoch`, for a run that is not on the page; undefined if none of its epochs is stored. */
export const keptEpochShown = memoized(({ epochs, kept }: RunRecord, chosen: number | undefined) => {
  if (kept === undefined) return undefined;
  const sentences = kept.epochs.flatMap(({ sentence }) => sentence ?? []);
  return shownEpoch(epochs, kept.epochs, sentences, kept.tags, chosen);
});

/** Colour intensity of a transition, in [0, 1): as in the transition matrix, steep near 0. */
export function strength(value: number): number {
  return Math.abs(value) / (1 + Math.abs(value));
}

/** `New B-LOC · York I-LOC`: the tags of a sentence after an epoch. */
export function pathInWords({ sentence: { tokens, tags }, path }: Trellis): string {
  return tokens.map((token, t) => `${token} ${tags[path[t]!]}`).join(' · ');
}

/** So many types are named; a table has all. */
const MOST_NAMED = 12;

/** `LOC 91.20, PER 88.00`: F1 by type. */
export function scoresInWords({ dev }: EpochReport): string {
  const scores = Object.entries(dev.byType).map(([type, { f1 }]) => `${type} ${formatScore(f1)}`);
  const more = scores.length - MOST_NAMED;
  return [...scores.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** The matrix of more tags is not drawn: a page with 241 tags, of 60 types, stood still for half a minute. */
const MOST_TAGS = 80;

/** A cell of the matrix: rows from START and each tag, columns to each tag and END. */
export interface MatrixCell {
  from: string;
  to: string;
  value: number;
  isIllegal: boolean;
}

/** [K + 1][K + 1]; undefined for START to END, which is not a transition. */
export function matrixRows({ report: { transitions }, tags, illegal }: ShownEpoch): (MatrixCell | undefined)[][] {
  const K = tags.length;
  return Array.from({ length: K + 1 }, (_, r) =>
    Array.from({ length: K + 1 }, (_, c) => {
      const [from, to] = [r - 1, c];
      if (from < 0 && to === K) return undefined;
      const of = <Values extends ArrayLike<number>>(all: Transitions<Values>): number => {
        if (from < 0) return all.start[to]!;
        return to === K ? all.end[from]! : all.transitions[from * K + to]!;
      };
      return {
        from: tags[from] ?? 'START',
        to: tags[to] ?? 'END',
        value: of(transitions),
        isIllegal: illegal !== undefined && of(illegal) === 1,
      };
    }),
  );
}

/** What is drawn of an epoch: the matrix, unless it is too large, and the emissions of the sentence, with a row per tag. */
export const epochRows = memoizedByObject((shown: ShownEpoch): { matrix: CellRow[]; emissions: CellRow[] } => {
  const { trellis, tags } = shown;
  const { tokens, emissions } = trellis?.sentence ?? { tokens: [], emissions: [] };
  return {
    matrix: (tags.length > MOST_TAGS ? [] : matrixRows(shown)).map((row, r) => ({
      name: tags[r - 1] ?? 'START',
      cells: row.map((cell) => ({
        value: cell?.value ?? 0,
        text: '',
        opacity: cell === undefined || cell.isIllegal ? 0 : strength(cell.value),
        title: cell && cellInWords(cell),
        isIllegal: cell?.isIllegal || undefined,
      })),
    })),
    emissions: tags.map((tag, k) => ({
      name: tag,
      cells: tokens.map((token, t) => {
        const value = emissions[t * tags.length + k]!;
        return { value, text: '', opacity: intensity(value), title: `${token}, ${tag}: ${scoreText(value)}` };
      }),
    })),
  };
});

interface EpochValue {
  what: 'f1' | 'transition' | 'emission';
  of: string;
  to?: string;
  value: number;
  isIllegal?: boolean;
}

/** Matrix, scores by type and emissions of the epoch, one value per row. */
export function overTimeTable(shown: ShownEpoch): Table<EpochValue> {
  const { report, trellis, tags } = shown;
  const matrix = matrixRows(shown).flatMap((row) => row.filter((cell) => cell !== undefined));
  return {
    columns: savedColumns<EpochValue>({
      epoch: () => report.epoch,
      what: ({ what }) => what,
      of: ({ of }) => of,
      to: ({ to }) => to,
      value: ({ value }) => value,
      illegal: ({ isIllegal }) => (isIllegal === undefined ? undefined : Number(isIllegal)),
    }),
    rows: [
      ...scoresTable(shown).rows.map(([of, { f1 }]): EpochValue => ({ what: 'f1', of, value: f1 })),
      ...matrix.map(({ from, to, value, isIllegal }): EpochValue => ({
        what: 'transition',
        of: from,
        to,
        value,
        isIllegal,
      })),
      ...(trellis?.sentence.tokens ?? []).flatMap((token, t) =>
        tags.map((tag, k): EpochValue => {
          const value = trellis!.sentence.emissions[t * tags.length + k]!;
          return { what: 'emission', of: token, to: tag, value };
        }),
      ),
    ],
  };
}

export function scoresTable({ report: { dev } }: ShownEpoch): Table<[type: string, score: Score]> {
  return {
    columns: [
      { head: '', text: ([type]) => type },
      { head: '', text: ([, { f1 }]) => formatScore(f1) },
    ],
    rows: Object.entries(dev.byType),
  };
}

export function transitionsTable(shown: ShownEpoch): Table<CellRow> {
  return {
    columns: [...shown.tags, 'END'].map((_, c) => ({ head: '', text: ({ cells }) => cells[c]!.title ?? '' })),
    rows: epochRows(shown).matrix,
  };
}

/** The tags of a sentence. */
export function pathTable({ sentence: { tokens, tags }, path }: Trellis): Table<number> {
  return {
    columns: [
      { head: '', text: (t) => tokens[t]! },
      { head: '', text: (t) => tags[path[t]!]! },
    ],
    rows: tokens.map((_, t) => t),
  };
}

/** `B-PER → I-PER +2.31` */
export function cellInWords({ from, to, value, isIllegal }: MatrixCell): string {
  return `${from} → ${to}: ${isIllegal ? 'illegal' : scoreText(value)}`;
}
