import { ruleKind, textWords } from './kinds.ts';
import { alternatives, type RuleMatch, type RuleSentence } from './matching.ts';
import type { Rule } from './rule.ts';

/** Why a rule cannot be used; undefined if it can. */
export function ruleProblem({ kind, type, value }: Rule): string | undefined {
  if (type.trim() === '') return 'it has no type';
  return ruleKind(kind).problem?.(value);
}

/**
 * The matches of each rule in each sentence.
 *
 * @param rules one with a `ruleProblem` matches nothing: it may have been stored before the check became stricter
 * @returns [sentences][rules], each in order and without overlaps
 */
export function ruleMatches(rules: readonly Rule[], sentences: readonly RuleSentence[]): RuleMatch[][][] {
  const words = textWords(sentences);
  const matchers = rules.map((rule) => {
    if (ruleProblem(rule) !== undefined) return () => [];
    const { kind, value, before, after } = rule;
    const find = ruleKind(kind).matcher(value, words);
    const [isBefore, isAfter] = [condition(before), condition(after)];
    return (sentence: RuleSentence) =>
      find(sentence).filter(({ start, end }) => isBefore(sentence.tokens[start - 1]) && isAfter(sentence.tokens[end]));
  });
  return sentences.map((sentence) => matchers.map((matches) => matches(sentence)));
}

/** Whether a neighbour is one of the words, whatever its case. */
function condition(words: string): (neighbour: string | undefined) => boolean {
  const known = new Set(alternatives(words).map((word) => word.toLowerCase()));
  if (known.size === 0) return () => true;
  return (neighbour) => neighbour !== undefined && known.has(neighbour.toLowerCase());
}
