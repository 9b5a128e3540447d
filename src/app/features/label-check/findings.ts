import type { FindingKind } from '../../../annotation/label-check.ts';
import type { Span } from '../../../data/corpus.ts';
import type { LabelCheck, CheckedFinding } from '../../../workers/wire/annotation.ts';
import type { Progress } from '../../../workers/wire/payloads.ts';
import { formatCount, formatCounted } from '../../look/format.ts';
import type { Decision } from './check.ts';
import { entityContext } from '../../ui/entity/entity-context.ts';
import type { MarkedEntity } from '../../ui/entity/segments.ts';

/** Number of context tokens on either side of a finding. */
const CONTEXT = 12;

export const KIND_NAMES: Record<FindingKind, string> = {
  type: 'Type',
  boundary: 'Boundary',
  missed: 'Missed',
  spurious: 'No entity',
};

export const DECISIONS: readonly { decision: Decision; label: string; title: string }[] = [
  { decision: 'fix', label: 'Fix', title: 'Use the label that the models predict' },
  { decision: 'keep', label: 'Keep', title: 'The label is right' },
  {
    decision: 'exclude',
    label: 'Exclude',
    title: 'Exclude the sentence from the corrected file; in JSON, its whole text',
  },
];

/** A finding in its sentence: the text around it, and both readings as marks. */
export function findingContext({ tokens, labelled, suggested, ...finding }: CheckedFinding): {
  text: string;
  labelled: MarkedEntity[];
  suggested: MarkedEntity[];
} {
  const { text, mark } = entityContext(
    tokens,
    [labelled, suggested].filter((span) => span !== undefined),
    CONTEXT,
  );
  const marked = (span: Span | undefined, probability: number): MarkedEntity[] =>
    span === undefined ? [] : mark([span], [span]).map(({ type, start, end }) => ({ type, start, end, probability }));
  return {
    text,
    labelled: marked(labelled, finding.labelledProbability),
    suggested: marked(suggested, finding.suggestedProbability),
  };
}

/** `3 labels fixed, 0 kept, 1 sentence excluded` */
export function decidedInWords(findings: readonly CheckedFinding[], decisions: ReadonlyMap<number, Decision>): string {
  const all = [...decisions];
  const fixes = all.filter(([, decision]) => decision === 'fix').length;
  const left = all.filter(([, decision]) => decision === 'exclude').map(([index]) => findings[index]!.sentence);
  const excluded = new Set(left).size;
  const kept = all.filter(([, decision]) => decision === 'keep').length;
  return `${formatCounted(fixes, 'label')} fixed, ${formatCount(kept)} kept, ${formatCounted(excluded, 'sentence')} excluded`;
}

/** `1,214 labels are doubtful. The 1,000 most doubtful are listed.` */
export function summaryInWords({ listed, total }: LabelCheck): string {
  if (total === 0) return 'The models agree with every label.';
  const all = `${formatCounted(total, 'label')} ${total === 1 ? 'is' : 'are'} doubtful`;
  return listed < total
    ? `${all}. The ${formatCount(listed)} most doubtful are listed; identical cases include the labels that are not.`
    : `${all}, most doubtful first.`;
}

/** The done share of the check, in percent. */
export function checkedPercent(progress: Progress | undefined): number {
  return progress?.task === 'checking' && progress.total > 0 ? Math.floor((100 * progress.done) / progress.total) : 0;
}

/** Number of other identical findings, by index. */
export function alikeCounts(findings: readonly CheckedFinding[]): number[] {
  const counts = new Map<number, number>();
  for (const finding of findings) counts.set(finding.case, (counts.get(finding.case) ?? 0) + 1);
  return findings.map((finding) => counts.get(finding.case)! - 1);
}
