import { softmaxReading } from '../../../../../insight/emissions.ts';
import { stepName } from '../../../../../insight/sentence.ts';
import { foldedTags, type Trellis } from '../../../../../insight/trellis.ts';
import type { RunConfig } from '../../../../../config/schema.ts';
import type { Table } from '../../../../../lib/table.ts';
import type { ModelInfo } from '../../../../../workers/wire/payloads.ts';
import { formatCounted } from '../../../../look/format.ts';
import { memoized } from '../../../../stores/memoized.ts';
import type { HistoryStore, RunRecord } from '../../../../stores/runs/history.ts';
import type { CellRow } from '../../drawing/layout.ts';
import { probabilityText } from '../../drawing/numbers.ts';
import { emissionRows } from '../emissions/emissions.ts';

/** The tags of a sentence from one decoder. */
export interface DecodedRow {
  name: string;
  /** [T] */
  tags: string[];
  /** [T] */
  probabilities: number[];
  /** Tokens to which an illegal transition leads; T for END. */
  broken: number[];
}

/** The same emissions decoded token by token and as a path. */
export interface Comparison {
  rows: DecodedRow[];
  /** Illegal transitions, and where the two decoders differ. */
  note: string;
}

export function comparison(trellis: Trellis): Comparison {
  const alone = softmaxRow('Softmax', trellis);
  const together = pathRow('CRF', trellis);
  const T = trellis.T;
  const differing = alone.tags.filter((tag, t) => tag !== together.tags[t]).length;
  const differText =
    differing === 0
      ? 'Both give the same tags.'
      : `${differing} of ${formatCounted(T, 'token')} ${differing === 1 ? 'gets' : 'get'} another tag.`;
  return { rows: [alone, together], note: `With softmax, ${brokenText(trellis, alone)} ${differText}` };
}

function softmaxRow(name: string, { sentence }: Trellis): DecodedRow {
  const { tags, probabilities, broken } = softmaxReading(sentence);
  return { name, tags: Array.from(tags, (tag) => sentence.tags[tag]!), probabilities: [...probabilities], broken };
}

/** A path of a CRF may break the scheme if it has no constraints. */
function pathRow(name: string, { sentence, path, probabilities, K, T }: Trellis): DecodedRow {
  const { tags, illegal } = sentence;
  const isIllegal = (t: number) => {
    if (t === 0) return illegal.start[path[0]!] === 1;
    if (t === T) return illegal.end[path[T - 1]!] === 1;
    return illegal.transitions[path[t - 1]! * K + path[t]!] === 1;
  };
  return {
    name,
    tags: Array.from(path, (tag) => tags[tag]!),
    probabilities: Array.from(path, (tag, t) => probabilities[t * K + tag]!),
    broken: Array.from({ length: T + 1 }, (_, t) => t).filter(isIllegal),
  };
}

/** `O → I-LOC breaks the tag scheme.`, `O → I-LOC (3 times), START → I-LOC break the tag scheme.` */
function brokenText({ sentence: { tags } }: Trellis, row: Pick<DecodedRow, 'tags' | 'broken'>): string {
  const indexOf = (tag: string | undefined) => (tag === undefined ? undefined : tags.indexOf(tag));
  const steps = row.broken.map((t) => stepName(tags, { from: indexOf(row.tags[t - 1]), to: indexOf(row.tags[t]) }));
  if (steps.length === 0) return 'no step breaks the tag scheme.';
  const counted = [...new Set(steps)].map((step) => {
    const times = steps.filter((other) => other === step).length;
    return times === 1 ? step : `${step} (${times} times)`;
  });
  return `${counted.join(', ')} ${steps.length === 1 ? 'breaks' : 'break'} the tag scheme.`;
}

const DECODERS: Record<RunConfig['decoder'], string> = { softmax: 'softmax', crf: 'CRF' };

/** `Run 2 (softmax)`: a model by its name and what it was trained with. */
export function modelName(name: string, { decoder }: Pick<RunConfig, 'decoder'>): string {
  return `${name} (${DECODERS[decoder]})`;
}

/** Runs with a stored model other than the current one. */
export const otherModels = memoized(
  (
    records: HistoryStore['records'],
    makers: HistoryStore['makers'],
    current: HistoryStore['current'],
    model: ModelInfo | undefined,
  ): RunRecord[] =>
    records.filter(
      ({ id, model: kept }) => kept !== undefined && id !== current && (model === undefined || makers[model.id] !== id),
    ),
);

/** A model and its trellis for the sentence. */
export interface NamedTrellis {
  name: string;
  config: Pick<RunConfig, 'decoder'>;
  trellis: Trellis;
}

/** A sentence as tagged by two models, each with its own decoder. */
export interface TwoModels {
  rows: DecodedRow[];
  /** The emissions of both models, tag by tag, below the name of each. */
  emissions: (CellRow & { tag: number; model: number })[];
  note: string;
}

/** @param models two, of the same sentence */
export function twoModels(models: readonly NamedTrellis[]): TwoModels {
  const rows = models.map(({ name, config, trellis }) =>
    config.decoder === 'softmax' ? softmaxRow(name, trellis) : pathRow(name, trellis),
  );
  const [first, second] = rows as [DecodedRow, DecodedRow];
  const differing = first.tags.filter((tag, t) => tag !== second.tags[t]).length;
  const broken = models.map(({ name, trellis }, i) => `${name}: ${brokenText(trellis, rows[i]!)}`);
  const T = formatCounted(first.tags.length, 'token');
  const differText = differing === 0 ? `Both give the same tags to all ${T}.` : `They differ at ${differing} of ${T}.`;
  return {
    rows,
    emissions: models.flatMap(({ trellis }, model) => emissionsOfModel(trellis, rows[model]!, model)),
    note: [...broken, differText].join(' '),
  };
}

/** The emissions of a model, without tags that are on no likely path. */
function emissionsOfModel(trellis: Trellis, { tags: read }: DecodedRow, model: number): TwoModels['emissions'] {
  const { tags } = trellis.sentence;
  const folded = foldedTags(
    trellis,
    'viterbi',
    read.map((tag) => tags.indexOf(tag)),
  );
  const shown = tags.map((_, tag) => tag).filter((tag) => !folded.includes(tag));
  return emissionRows(trellis, shown).map((row, i) => ({ ...row, tag: shown[i]!, model }));
}

/** Rows of the drawing: the tags of each decoder, and below them their probabilities. */
export function decodedRows(rows: readonly DecodedRow[]): CellRow[] {
  return rows.flatMap(({ name, tags, probabilities }) => [
    { name, cells: tags.map((tag) => ({ value: 0, text: tag, opacity: 0 })) },
    {
      name: 'p',
      cells: probabilities.map((value) => ({ value, text: probabilityText(value), opacity: 0.5 * value })),
    },
  ]);
}

/** Tags and probabilities of each decoder, and the emissions of two models. A row per token, which is its index. */
export function comparisonTable(
  tokens: readonly string[],
  rows: readonly DecodedRow[],
  both: TwoModels | undefined,
): Table<number> {
  return {
    columns: [
      { name: 'token', value: (t) => tokens[t] },
      ...[...rows, ...(both?.rows ?? [])].flatMap(({ name, tags, probabilities }) => [
        { name, value: (t: number) => tags[t] },
        { name: `${name} probability`, value: (t: number) => probabilities[t]!.toFixed(4) },
      ]),
      ...(both?.emissions ?? []).map(({ name, model, cells }) => ({
        name: `${both!.rows[model]!.name} emission of ${name}`,
        value: (t: number) => cells[t]!.value.toFixed(4),
      })),
    ],
    rows: tokens.map((_, t) => t),
  };
}
