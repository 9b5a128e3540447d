import type { ScoreName } from '../../../eval/scores.ts';
import type { ExportSizes } from '../../../workers/wire/payloads.ts';
import { formatBytes, formatCount, formatScore, joinFacts } from '../../format.ts';

/** The sizes that can be chosen, and how each stores numbers. */
export const SIZES = [
  { value: 'exact', label: 'Exact', stores: 'float32, as trained' },
  { value: 'half', label: 'Half', stores: 'float16' },
  { value: 'small', label: 'Small', stores: 'int8 with scales' },
] as const;

/** `5.2 MB · dev F1 94.71 · 3 tags differ` */
export function describeSize(
  found: ExportSizes | undefined,
  precision: (typeof SIZES)[number]['value'],
  name: ScoreName,
): string {
  if (found === undefined) return 'measuring…';
  const size = found.sizes.find((one) => one.precision === precision);
  if (size === undefined) return '';
  const { zip, measured } = size;
  if (measured === undefined) return formatBytes(zip);
  const changed = measured.changedTags === 0 ? 'same tags' : `${formatCount(measured.changedTags)} tags differ`;
  return joinFacts([
    formatBytes(zip),
    `dev ${name} ${formatScore(measured.f1)}`,
    ...(precision === 'exact' ? [] : [changed]),
  ]);
}

/** What the figures are of. */
export function measuredOn(found: ExportSizes | undefined): string {
  if (found === undefined) return 'Measuring each size on the dev data.';
  if (found.devTokens === undefined) return 'Sizes of the zip. Load dev data to see the score of each.';
  return `Sizes of the zip, measured on ${formatCount(found.devTokens)} dev tokens. A page is larger by a third.`;
}
