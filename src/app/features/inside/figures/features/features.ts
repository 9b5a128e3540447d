import { quoted } from '../../../../../lib/text-direction.ts';
import type { FeatureWeight } from '../../../../../insight/features.ts';
import type { Table } from '../../../../../lib/table.ts';
import type { Features } from '../../../../../tagging/explain/features.ts';
import { formatCount, formatCounted } from '../../../../look/format.ts';
import { scoreText, signedText } from '../../drawing/numbers.ts';

/** Active features that are drawn; the others are in the file. */
const MOST_ACTIVE = 20;

/** A list of features with the weights of the selected tag. */
export interface FeatureList {
  title: string;
  rows: readonly FeatureWeight[];
  /** Shown if there are none. */
  placeholder: string;
}

/** The active features of the selected token, and the extremes of all. */
export function featureLists({ word, tag, active, highest, lowest }: Features): FeatureList[] {
  return [
    {
      title: `Active at ${quoted(word)}`,
      rows: active.slice(0, MOST_ACTIVE),
      placeholder: 'No active feature has a weight.',
    },
    { title: `For ${tag}, of all features`, rows: highest, placeholder: `No feature speaks for ${tag}.` },
    { title: `Against ${tag}`, rows: lowest, placeholder: `No feature speaks against ${tag}.` },
  ];
}

/** `“Paris”: 41 active features add up to +5.20 for B-LOC.` */
export function featuresText({ word, tag, active, emission, count }: Features): string {
  const hidden = active.length - MOST_ACTIVE;
  const rest = hidden > 0 ? ` The ${MOST_ACTIVE} strongest are shown.` : '';
  return `${quoted(word)}: ${formatCounted(active.length, 'active feature')} of ${formatCount(count)} add up to ${scoreText(emission)} for ${tag}.${rest}`;
}

/** Length of the bar of a weight, as a share of the longest of all lists. */
export function barShare({ weight }: FeatureWeight, lists: readonly FeatureList[]): number {
  const most = Math.max(...lists.flatMap(({ rows }) => rows.map((row) => Math.abs(row.weight))));
  return most === 0 ? 0 : Math.abs(weight) / most;
}

/** The other tag that a feature speaks for more than for the selected one. */
export function otherTag({ best }: FeatureWeight, tag: string): string {
  return best.tag === tag || best.weight <= 0 ? '' : `${best.tag} ${signedText(best.weight)}`;
}

/** A row of the file. */
export interface FeatureRow extends FeatureWeight {
  list: 'active' | 'highest' | 'lowest';
}

/** All active features and the extremes. */
export function featuresTable({ tag, active, highest, lowest }: Features): Table<FeatureRow> {
  const of = (list: FeatureRow['list'], rows: readonly FeatureWeight[]) => rows.map((row) => ({ ...row, list }));
  return {
    columns: [
      { name: 'list', value: ({ list }) => list },
      { name: 'feature', value: ({ name }) => name },
      { name: 'tag', value: () => tag },
      { name: 'weight', value: ({ weight }) => weight.toFixed(6) },
      { name: 'best_tag', value: ({ best }) => best.tag },
      { name: 'best_weight', value: ({ best }) => best.weight.toFixed(6) },
    ],
    rows: [...of('active', active), ...of('highest', highest), ...of('lowest', lowest)],
  };
}
