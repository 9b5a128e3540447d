import type { RuleKind } from './kinds.ts';

/** Type of the rules whose matches are outside of entities. */
export const OUTSIDE_TYPE = 'O';

/** A labelling function: what it matches is an entity of its type, or outside of entities. Plain data, stored with a set. */
export interface Rule {
  kind: RuleKind;
  /** Type of its matches, or `OUTSIDE_TYPE`. */
  type: string;
  /** What it matches: names, an expression; see the kind. */
  value: string;
  /** Words of which one must stand directly before a match, separated by `|`; empty: any. */
  before: string;
  /** The same, directly after it. */
  after: string;
  /** What it is called, such as the file of its names; default: its value. */
  name?: string;
}

/** Rules without those that repeat an earlier one: its matches would count as two votes. */
export function distinctRules(rules: readonly Rule[]): readonly Rule[] {
  const keyOf = ({ kind, type, value, before, after }: Rule) => JSON.stringify([kind, type, value, before, after]);
  const seen = new Set<string>();
  return rules.filter((rule) => seen.size < seen.add(keyOf(rule)).size);
}
