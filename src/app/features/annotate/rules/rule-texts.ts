import { ruleKind } from '../../../../annotation/rules/kinds.ts';
import type { RuleReport } from '../../../../annotation/rules/label.ts';
import { alternatives } from '../../../../annotation/rules/matching.ts';
import { ruleProblem } from '../../../../annotation/rules/matches.ts';
import { OUTSIDE_TYPE, type Rule } from '../../../../annotation/rules/rule.ts';
import type { RuleResult } from '../../../../workers/wire/annotation.ts';
import { formatCount, formatCounted, formatProbability } from '../../../look/format.ts';
import { formatShare } from '../../../../lib/format-share.ts';

/** `Names towns.txt`, `Capitalized words after in, near`. */
export function ruleInWords({ kind, value, before, after, name }: Rule): string {
  const what = name ?? alternatives(value).join(', ');
  const conditions = [
    ...(before === '' ? [] : [`after ${alternatives(before).join(', ')}`]),
    ...(after === '' ? [] : [`before ${alternatives(after).join(', ')}`]),
  ];
  return [ruleKind(kind).label, kind === 'expression' ? value : what, ...conditions].filter(Boolean).join(' ');
}

/** `212 matches, 12 contradicted · 18 of 20 right`. */
export function reportInWords(rule: Rule, report: RuleReport): string {
  const problem = ruleProblem(rule);
  if (problem !== undefined) return `not used: ${problem}`;
  const { matches, conflicts, annotated, right, precision } = report;
  const found = formatCounted(matches, 'match', 'matches');
  if (ruleKind(rule.kind).isBackground === true || matches === 0) return found;
  const quality =
    annotated > 0
      ? `${formatCount(right)} of ${formatCount(annotated)} right`
      : `estimated ${formatProbability(precision)} right`;
  return `${found}${conflicts > 0 ? `, ${formatCount(conflicts)} contradicted` : ''} · ${quality}`;
}

/** `The rules find 310 entities in 250 of 1,000 sentences, and leave 19% of the words open.` */
export function appliedInWords({ sentences, unknown }: RuleResult): string {
  const spans = sentences.reduce((sum, sentence) => sum + sentence.spans.length, 0);
  const some = sentences.filter((sentence) => sentence.spans.length > 0).length;
  return `The rules find ${formatCounted(spans, 'entity', 'entities')} in ${formatCount(some)} of ${formatCounted(sentences.length, 'sentence')}, and leave ${formatShare(unknown, 0)} of the words open.`;
}

/** The type of a new rule: the one that was chosen last, unless it has been renamed or removed. */
export function typeOfNewRule(types: readonly { name: string }[], chosen: string | undefined): string {
  const names = ruleTypes(types).map(({ value }) => value);
  return names.find((name) => name === chosen) ?? names[0]!;
}

/** The types that a rule may have. */
export function ruleTypes(types: readonly { name: string }[]): { value: string; label: string }[] {
  return [...types.map(({ name }) => ({ value: name, label: name })), { value: OUTSIDE_TYPE, label: 'no entity' }];
}
