import isSafeExpression from 'safe-regex2';
import { nameKey, NameMatcher } from '../../data/features/name-matches.ts';
import { expressionOf, type Expression } from './expression-flavours.ts';
import { alternatives, type RuleMatch, type RuleSentence } from './matching.ts';

/** Finds what a rule matches in a sentence, before its conditions on the neighbours. */
type Matcher = (sentence: RuleSentence) => RuleMatch[];

interface Kind {
  label: string;
  /** What its value is; undefined: it has none. */
  value?: { label: string; example: string };
  /** Its matches say nothing where another rule finds an entity. */
  isBackground?: boolean;
  /** Why a value cannot be used; undefined if it can. */
  problem?: (value: string) => string | undefined;
  /** @param text all sentences, from which common words are known */
  matcher: (value: string, text: TextWords) => Matcher;
}

/** The words of a text that also occur in lower case. */
export type TextWords = ReadonlySet<string>;

/** Longest text in which an expression is searched, in characters. */
const LONGEST_TEXT = 2000;
/** Longest run of capitalized words that is one name. */
const LONGEST_RUN = 8;

/** The kinds of rules. Adding a kind is adding an entry. */
export const RULE_KINDS = {
  names: {
    label: 'Names',
    value: { label: 'Names, separated by |', example: 'Port Vale|Leeds United' },
    problem: (value) => (alternatives(value).length === 0 ? 'there are no names' : undefined),
    matcher: namesMatcher,
  },
  expression: {
    label: 'Regular expression',
    value: { label: 'Expression', example: String.raw`[A-Z]\w+ (Inc|Corp|Ltd)\b\.?` },
    problem: expressionProblem,
    matcher: expressionMatcher,
  },
  capitals: {
    label: 'Capitalized words',
    value: { label: 'Words of which one is among them, separated by |; empty: any', example: 'John|Mary|Nora' },
    matcher: capitalsMatcher,
  },
  lowerCase: {
    label: 'Words without capitals',
    isBackground: true,
    matcher: () => lowerCaseWords,
  },
} as const satisfies Record<string, Kind>;

export type RuleKind = keyof typeof RULE_KINDS;

/** The definition of a kind. */
export const ruleKind = (kind: RuleKind): Kind => RULE_KINDS[kind];

export const isRuleKind = (name: unknown): name is RuleKind =>
  typeof name === 'string' && Object.hasOwn(RULE_KINDS, name);

/** The words of sentences that occur in lower case. */
export function textWords(sentences: Iterable<Pick<RuleSentence, 'tokens'>>): TextWords {
  const words = new Set<string>();
  for (const { tokens } of sentences) for (const token of tokens) if (/^\p{Ll}/u.test(token)) words.add(token);
  return words;
}

/**
 * Matches whole names, whatever their case, but a name with capitals needs a match with capitals: a list with *May* does not match the word
 * *may*. A match beside another capitalized word is left out, as it may be a part of a longer name, and so is a common word at the beginning of
 * the sentence.
 */
function namesMatcher(value: string, text: TextWords): Matcher {
  const names = alternatives(value);
  const longest = names.reduce((most, name) => Math.max(most, nameKey(name).length), 0);
  const matcher = new NameMatcher([{ name: '', names, longest }]);
  const uncased = new Set(names.filter((name) => !/[\p{Lu}\p{Lt}]/u.test(name)).map(nameKey));
  return ({ tokens }) =>
    matcher.matches(tokens)[0]!.filter(({ start, end }) => {
      const words = tokens.slice(start, end);
      if (uncased.has(nameKey(words.join(' ')))) return true;
      const isCased = words.some((word) => /[\p{Lu}\p{Lt}]/u.test(word));
      const isCommon = start === 0 && end === 1 && text.has(words[0]!.toLowerCase());
      return isCased && !isCommon && !isInRun(tokens, start - 1, text) && !isInRun(tokens, end, text);
    });
}

function expressionProblem(value: string): string | undefined {
  if (value.trim() === '') return 'there is no expression';
  const { source, flags } = expressionOf(value);
  const error = syntaxError({ source, flags });
  if (error !== undefined) return `it is no regular expression: ${error}`;
  if (repeatsAlternatives(source)) return 'repeated alternatives, such as (a|b)+, may take forever: write [ab]+';
  return isSafeExpression(source)
    ? undefined
    : 'a repetition within a repetition, such as (a+)+, may take forever; or it is too complex to tell';
}

/**
 * Whether a group with alternatives is repeated: if both match, there are exponentially many ways to match a text.
 *
 * @param value a valid expression
 */
function repeatsAlternatives(value: string): boolean {
  const plain = value.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gsu, 'x');
  const open = [{ hasAlternatives: false }]; // the whole, and the groups that are open
  for (const { 0: mark } of plain.matchAll(/[(|]|\)(?:[*+]|\{\d+(?:,\d*)?\})?/gu)) {
    const group = open.at(-1)!;
    if (mark === '(') open.push({ hasAlternatives: false });
    else if (mark === '|') group.hasAlternatives = true;
    else {
      open.pop();
      if (!group.hasAlternatives) continue;
      if (mark.length > 1) return true;
      open.at(-1)!.hasAlternatives = true;
    }
  }
  return false;
}

function syntaxError({ source, flags }: Expression): string | undefined {
  try {
    ''.search(new RegExp(source, flags));
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^Invalid regular expression: /u, '');
  }
}

/** Matches that begin and end where tokens do. */
function expressionMatcher(value: string): Matcher {
  const { source, flags } = expressionOf(value);
  const expression = new RegExp(source, `g${flags}`);
  return ({ text, offsets }) => {
    const starts = new Map(offsets.map(({ start }, t) => [start, t]));
    const ends = new Map(offsets.map(({ end }, t) => [end, t + 1]));
    return [...text.slice(0, LONGEST_TEXT).matchAll(expression)].flatMap(({ index, 0: { length } }) => {
      const [start, end] = [starts.get(index), ends.get(index + length)];
      return start === undefined || end === undefined || start >= end ? [] : [{ start, end }];
    });
  };
}

/** Runs of words with a capital letter, with one of the given words if there are any. */
function capitalsMatcher(value: string, text: TextWords): Matcher {
  const words = new Set(alternatives(value));
  return ({ tokens }) =>
    capitalizedRuns(tokens, text).filter(
      ({ start, end }) => words.size === 0 || tokens.slice(start, end).some((word) => words.has(word)),
    );
}

/** Runs of words with a capital letter; a common word at the beginning of the sentence is not part of one. */
function capitalizedRuns(tokens: readonly string[], text: TextWords): RuleMatch[] {
  const runs: RuleMatch[] = [];
  for (let start = 0; start < tokens.length; start++) {
    if (!isInRun(tokens, start, text)) continue;
    let end = start + 1;
    while (isInRun(tokens, end, text)) end++;
    if (end - start <= LONGEST_RUN) runs.push({ start, end });
    start = end;
  }
  return runs;
}

/** Whether there is a capitalized word, and not a common one that begins the sentence. */
function isInRun(tokens: readonly string[], t: number, text: TextWords): boolean {
  const token = tokens[t];
  return token !== undefined && /^[\p{Lu}\p{Lt}]/u.test(token) && (t > 0 || !text.has(token.toLowerCase()));
}

/** Each word and punctuation mark without capitals and digits. */
function lowerCaseWords({ tokens }: RuleSentence): RuleMatch[] {
  return tokens.flatMap((token, t) => (/[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(token) ? [] : [{ start: t, end: t + 1 }]));
}
