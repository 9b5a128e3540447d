import type { Span } from '../../data/corpus.ts';
import { ruleKind } from './kinds.ts';
import { ruleMatches } from './matches.ts';
import type { RuleSentence } from './matching.ts';
import { OUTSIDE_TYPE, type Rule } from './rule.ts';

/** What rules say of a sentence. */
export interface RuleLabels {
  /** The most probable spans, in order, without overlaps. */
  spans: readonly (Span & { probability: number })[];
  /** Ascending indices of the tokens of which the rules say nothing, or nothing sure. */
  unknown: readonly number[];
}

/** How a rule did. */
export interface RuleReport {
  matches: number;
  /** Number of sentences with a match. */
  sentences: number;
  /** Matches that share a token with a match of another rule. */
  overlaps: number;
  /** Those where the other rule says something else. */
  conflicts: number;
  /** Matches in annotated sentences, and how many of them agree with the annotation. */
  annotated: number;
  right: number;
  /** Estimated share of its matches that are right, in (0, 1). */
  precision: number;
}

export interface AppliedRules {
  labels: RuleLabels[];
  /** Of each rule. */
  reports: RuleReport[];
}

/** Precision of a rule of which nothing is known, and the number of matches that this counts as. */
const PRIOR = { precision: 0.8, matches: 10 } as const;
/** Bounds of an estimated precision: no rule is certain. */
const [LEAST, MOST] = [0.05, 0.98];
/** Less probable readings are left open. */
export const LEAST_SURE = 0.6;
const ROUNDS = 10;

/** A span that rules propose. */
interface Reading extends Span {
  /** The rules that propose it. */
  rules: number[];
}

/** Overlapping readings, of which at most one is right. */
interface Cluster {
  sentence: number;
  readings: Reading[];
  /** Rules that say that there is no entity. */
  against: number[];
  start: number;
  end: number;
}

/**
 * Applies rules to sentences, and weighs their votes: overlapping matches are readings of which at most one is right, and a rule is trusted
 * according to its precision. That is measured where sentences are annotated, and otherwise estimated from the agreement of the rules by
 * expectation maximization with one parameter for each rule (Dawid & Skene 1979; Ratner et al. 2016, Data programming). Of nested matches
 * the longest counts.
 *
 * @param gold the spans of each annotated sentence
 */
export function applyRules(
  rules: readonly Rule[],
  sentences: readonly RuleSentence[],
  gold: readonly (readonly Span[] | undefined)[] = [],
): AppliedRules {
  const isBackground = rules.map(({ kind }) => ruleKind(kind).isBackground === true);
  const matches = ruleMatches(rules, sentences);
  const clusters = matches.flatMap((found, sentence) => clustersOf(sentence, found, rules, isBackground));
  const precisions = estimatePrecisions(rules.length, clusters, gold);
  const reports = rules.map((_, rule): RuleReport => {
    const found = matches.map((ofSentence) => ofSentence[rule]!);
    return {
      matches: found.reduce((sum, { length }) => sum + length, 0),
      sentences: found.filter(({ length }) => length > 0).length,
      ...countVotes(rule, clusters, gold),
      precision: precisions[rule]!,
    };
  });
  const labels = sentences.map(({ tokens }): { spans: (Span & { probability: number })[]; isKnown: boolean[] } => ({
    spans: [],
    isKnown: tokens.map(() => false),
  }));
  for (const [sentence, found] of matches.entries()) {
    for (const [rule, ofRule] of found.entries()) {
      if (isBackground[rule]) for (const { start, end } of ofRule) labels[sentence]!.isKnown.fill(true, start, end);
    }
  }
  for (const cluster of clusters) {
    const { spans, isKnown } = labels[cluster.sentence]!;
    const { readings, none } = probabilities(cluster, precisions);
    const best = readings.reduce((most, p, i) => (p > readings[most]! ? i : most), 0);
    const isEntity = (readings[best] ?? 0) >= LEAST_SURE;
    isKnown.fill(none >= LEAST_SURE, cluster.start, cluster.end);
    if (!isEntity) continue;
    const { start, end, type } = cluster.readings[best]!;
    spans.push({ start, end, type, probability: readings[best]! });
    isKnown.fill(true, start, end);
  }
  return {
    labels: labels.map(({ spans, isKnown }) => ({
      spans,
      unknown: isKnown.flatMap((known, t) => (known ? [] : [t])),
    })),
    reports,
  };
}

/** The matches of a sentence, grouped by overlap. */
function clustersOf(
  sentence: number,
  found: readonly (readonly { start: number; end: number }[])[],
  rules: readonly Rule[],
  isBackground: readonly boolean[],
): Cluster[] {
  const votes = found
    .flatMap((ofRule, rule) => (isBackground[rule] ? [] : ofRule.map(({ start, end }) => ({ start, end, rule }))))
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const clusters: Cluster[] = [];
  for (const { start, end, rule } of votes) {
    let cluster = clusters.at(-1);
    if (cluster === undefined || start >= cluster.end) {
      cluster = { sentence, readings: [], against: [], start, end };
      clusters.push(cluster);
    }
    cluster.end = Math.max(cluster.end, end);
    const { type } = rules[rule]!;
    const known = cluster.readings.find((other) => other.start === start && other.end === end && other.type === type);
    if (type === OUTSIDE_TYPE) cluster.against.push(rule);
    else if (known !== undefined) known.rules.push(rule);
    else cluster.readings.push({ start, end, type, rules: [rule] });
  }
  for (const cluster of clusters) {
    const { readings } = cluster;
    const isNested = (one: Reading) =>
      readings.some((other) => other.start <= one.start && other.end >= one.end && lengthOf(other) > lengthOf(one));
    cluster.readings = readings.filter((one) => !isNested(one));
  }
  return clusters;
}

const lengthOf = ({ start, end }: Span) => end - start;

/** The probability of each reading of a cluster, and that none is right. */
function probabilities(
  { readings, against }: Cluster,
  precisions: readonly number[],
): { readings: number[]; none: number } {
  const weightOf = (rules: readonly number[]) =>
    rules.reduce((sum, rule) => sum + Math.log(precisions[rule]! / (1 - precisions[rule]!)), 0);
  const none = Math.exp(weightOf(against));
  const odds = readings.map(({ rules }) => Math.exp(weightOf(rules)));
  const sum = odds.reduce((total, one) => total + one, none + (odds.length === 0 ? 1 : 0)); // 1: an entity that no rule proposes
  return { readings: odds.map((one) => one / sum), none: none / sum };
}

/** Whether each reading of a cluster agrees with the annotation, and whether none does. */
function truth({ readings, start, end }: Cluster, spans: readonly Span[]): { readings: number[]; none: number } {
  const isSame = (one: Reading) =>
    spans.some((span) => span.start === one.start && span.end === one.end && span.type === one.type);
  const isFree = spans.every((span) => span.end <= start || span.start >= end);
  return { readings: readings.map((one) => Number(isSame(one))), none: Number(isFree) };
}

/**
 * Expectation maximization: readings by precisions, precisions by readings. A match on which no other rule votes says nothing about its rule,
 * so it counts as right with the rule's precision on annotated sentences, and with the prior one without them.
 */
function estimatePrecisions(
  count: number,
  clusters: readonly Cluster[],
  gold: readonly (readonly Span[] | undefined)[],
): number[] {
  const checked = clusters.filter(({ sentence }) => gold[sentence] !== undefined);
  const open = clusters.filter(({ sentence }) => gold[sentence] === undefined);
  const measured = new Tally(count, PRIOR);
  for (const cluster of checked) measured.add(cluster, truth(cluster, gold[cluster.sentence]!));
  const priors = measured.precisions();
  const isAlone = ({ readings, against }: Cluster) =>
    readings.reduce((sum, { rules }) => sum + rules.length, against.length) === 1;
  let precisions = priors;
  for (let round = 0; round < ROUNDS; round++) {
    const tally = measured.copy();
    for (const cluster of open) tally.add(cluster, probabilities(cluster, isAlone(cluster) ? priors : precisions));
    precisions = tally.precisions();
  }
  return precisions;
}

/** Votes of each rule, and how many of them are right. */
class Tally {
  readonly #right: number[];
  readonly #all: number[];

  constructor(count: number, { precision, matches }: { precision: number; matches: number }) {
    this.#right = Array.from({ length: count }, () => precision * matches);
    this.#all = Array.from({ length: count }, () => matches);
  }

  copy(): Tally {
    const copy = new Tally(0, PRIOR);
    this.#right.forEach((right, i) => {
      copy.#right[i] = right;
      copy.#all[i] = this.#all[i]!;
    });
    return copy;
  }

  /** @param shares probabilities of the readings, and of none */
  add({ readings, against }: Cluster, shares: { readings: number[]; none: number }): void {
    const count = (rules: readonly number[], share: number) => {
      for (const rule of rules) {
        this.#right[rule]! += share;
        this.#all[rule]! += 1;
      }
    };
    for (const [i, { rules }] of readings.entries()) count(rules, shares.readings[i]!);
    count(against, shares.none);
  }

  precisions(): number[] {
    return this.#right.map((sum, rule) => Math.min(MOST, Math.max(LEAST, sum / this.#all[rule]!)));
  }
}

/** The votes of a rule that count: not nested in longer ones. */
function countVotes(
  rule: number,
  clusters: readonly Cluster[],
  gold: readonly (readonly Span[] | undefined)[],
): Pick<RuleReport, 'overlaps' | 'conflicts' | 'annotated' | 'right'> {
  const counts = { overlaps: 0, conflicts: 0, annotated: 0, right: 0 };
  for (const cluster of clusters) {
    const { readings, against, sentence } = cluster;
    const voters = [...readings.map(({ rules }) => rules), against];
    for (const [i, rules] of voters.entries()) {
      if (!rules.includes(rule)) continue;
      const others = voters.filter((other, j) => j !== i && other.length > 0);
      if (rules.length > 1 || others.length > 0) counts.overlaps++;
      if (others.length > 0) counts.conflicts++;
      const spans = gold[sentence];
      if (spans === undefined) continue;
      const { readings: right, none } = truth(cluster, spans);
      counts.annotated++;
      counts.right += right[i] ?? none;
    }
  }
  return counts;
}
