import type { DocumentsRead } from '../../../data/batches/documents-read.ts';
import type { LabelledText, Lengths } from '../../../data/corpora/statistics.ts';
import type { FileStatistics } from '../../../workers/wire/statistics.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { formatCount, formatCounted, joinFacts } from '../../look/format.ts';

/** A drawn histogram: bars within `width` by `height` pixels, with labels below. */
export interface Bars {
  width: number;
  height: number;
  bars: { label: string; count: number; x: number; y: number; width: number; height: number }[];
}

const LABELS = 16;
const COUNTS = 14;
const GAP = 2;

export function barsOf({ bins }: Lengths, width: number, height: number): Bars {
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const step = width / bins.length;
  const room = height - LABELS - COUNTS;
  const bars = bins.map(({ label, count }, i) => {
    const size = (room * count) / most;
    return { label, count, x: i * step + GAP / 2, y: COUNTS + room - size, width: step - GAP, height: size };
  });
  return { width, height, bars };
}

/** `Mean 14.5, median 10; the longest has 113 tokens, in line 4,410.` */
export function lengthsInWords({ mean, median, longest }: Lengths): string {
  const middle = `Mean ${mean.toFixed(1)}, median ${median}`;
  if (longest === undefined) return `${middle}.`;
  return `${middle}; the longest has ${formatCounted(longest.tokens, 'token')}, in line ${formatCount(longest.line)}.`;
}

/** `2 documents; the longest has 1,400 tokens, from line 3. Models that read documents read 1 of them in windows of 1,024 tokens.` */
export function documentsInWords({ count, longest, long, window }: DocumentsRead): string {
  const found = `${formatCounted(count, 'document')}; the longest has ${formatCounted(longest.tokens, 'token')}, from line ${formatCount(longest.line)}.`;
  if (long === 0) return found;
  return `${found} Models that read documents read ${long === count ? 'them' : `${formatCount(long)} of them`} in windows of ${formatCount(window)} tokens.`;
}

/** `LOC 12 · ORG 3` */
export function labelsInWords({ labels }: LabelledText): string {
  return joinFacts(labels.map(({ label, count }) => `${label} ${formatCount(count)}`));
}

/** `2 words with several labels (types or O). …` */
export function ambiguousInWords({ count }: FileStatistics['statistics']['ambiguousWords']): string {
  const which = 'with several labels (types or O)';
  if (count === 0) return `Words ${which}.`;
  return `${formatCounted(count, 'word')} ${which}. Those that most often differ from their usual label come first.`;
}

/** `2,136 of 5,942 entities of a.dev (35.9%) are in a.train` */
export function sharedInWords({ train, file, count, shared }: FileStatistics['entities'][number]): string {
  const share = count === 0 ? '' : ` (${formatShare(shared / count)})`;
  return `${formatCount(shared)} of ${formatCounted(count, 'entity', 'entities')} of ${file}${share} are entities of ${train}, too.`;
}

/** `12 sentences are also in a.dev (dev), 3 of them with at least five tokens.` */
export function duplicatesInWords({ other, role, count, long }: FileStatistics['sentences'][number]): string {
  const are = count === 1 ? 'is' : 'are';
  const lengths = long === 0 ? 'with fewer than five tokens' : `${formatCount(long)} of them with at least five tokens`;
  return `${formatCounted(count, 'sentence')} ${are} also in ${other} (${role}), ${lengths}.`;
}

/** The tags that occur once, and where. */
export function rareTagsInWords({ statistics: { rareTags } }: FileStatistics): string {
  if (rareTags.length === 0) return 'No tag occurs only once.';
  const listed = rareTags.slice(0, MOST_RARE).map(({ tag, line }) => `${tag} (line ${formatCount(line)})`);
  const more = rareTags.length - listed.length;
  return `These tags occur once: ${listed.join(', ')}${more > 0 ? `, and ${formatCount(more)} more` : ''}. A model can hardly learn them.`;
}

const MOST_RARE = 20;
