import type { TagKind } from '../../../data/corpus.ts';
import type { RunConfig } from '../../../config/schema.ts';
import type { ScoreName } from '../../../eval/scores.ts';
import type { ExportSizes, Progress } from '../../../workers/wire/payloads.ts';
import { formatBytes, formatCount, formatCounted, formatDuration, formatScore, joinFacts } from '../../look/format.ts';

/** The sizes, and how each stores numbers. */
const SIZES = [
  { value: 'exact', label: 'Exact', stores: 'float32, as trained' },
  { value: 'half', label: 'Half', stores: 'float16' },
  { value: 'small', label: 'Small', stores: 'int8 with scales' },
  { value: 'tiny', label: 'Tiny', stores: 'a distilled student, int8' },
] as const;

/** The sizes of a model: a feature CRF has no word vectors, and so no student. */
export function sizesFor(
  model: { config: Pick<RunConfig, 'emissions'>; predicts: TagKind } | undefined,
): readonly (typeof SIZES)[number][] {
  const hasStudents = model?.config.emissions !== 'features' && model?.predicts !== 'classes';
  return SIZES.filter(({ value }) => value !== 'tiny' || hasStudents);
}

export type Size = (typeof SIZES)[number]['value'];

/** `5.2 MB · dev F1 94.71 · 3 tags differ` */
export function describeSize(found: ExportSizes | undefined, size: Size, name: ScoreName): string {
  if (found === undefined) return 'measuring…';
  const one = found.sizes.find((candidate) => candidate.size === size);
  if (one === undefined) return size === 'tiny' ? 'not trained yet' : '';
  const { zip, measured } = one;
  if (measured === undefined) return formatBytes(zip);
  const changed =
    measured.changedTags === 0 ? 'same tags' : formatCounted(measured.changedTags, 'tag differs', 'tags differ');
  return joinFacts([
    formatBytes(zip),
    `dev ${name} ${formatScore(measured.f1)}`,
    ...(size === 'exact' ? [] : [changed]),
  ]);
}

/** The data that the figures were measured on. @param ofClasses of a model of texts, which is not saved as a page */
export function measuredOn(found: ExportSizes | undefined, ofClasses = false): string {
  if (found === undefined) return 'Measuring each size on the dev data.';
  if (found.devTokens === undefined) return 'Sizes of the zip. Load dev data to see the score of each.';
  const zip = `Sizes of the zip, measured on ${formatCount(found.devTokens)} dev tokens.`;
  return ofClasses ? zip : `${zip} A page is larger by a third.`;
}

export function hasStudent(found: ExportSizes | undefined): boolean {
  return found?.sizes.some(({ size }) => size === 'tiny') ?? false;
}

/** The duration of training a student, and its training data. */
export function distillationInWords({ distillation }: ExportSizes): string {
  if (distillation === undefined) {
    return 'Tiny trains a smaller model that imitates this one on its training data. Add its training file first.';
  }
  const { teachers, texts, seconds } = distillation;
  const from = teachers === 1 ? 'this one' : `this one and ${formatCounted(teachers - 1, 'other seed')}`;
  const data =
    texts === 0 ? 'the training data' : `the training data and ${formatCounted(texts, 'loaded file')} without labels`;
  return `A smaller model learns to imitate ${from} on ${data}. This takes about ${formatDuration(seconds)}.`;
}

/** What a student loses on text of another kind than its training data, as measured in docs/results.md. */
export function lossElsewhereInWords({ distillation }: ExportSizes): string | undefined {
  if (distillation === undefined) return undefined;
  const measured =
    'On text of another kind a student loses more than on dev: one of the sample loses 1.3 F1 on dev and 3.3 on WikiGold.';
  return distillation.texts === 0
    ? `${measured} Add text without labels of the kind that it will read, and it learns from it: then it loses less there.`
    : `${measured} On text like the files without labels it loses less.`;
}

/** Progress of training a student, in percent. */
export function distilledPercent(progress: Progress | undefined): number {
  return progress?.task === 'distilling' ? Math.floor(progress.done) : 0;
}
