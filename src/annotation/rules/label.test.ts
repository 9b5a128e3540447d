import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Span } from '../../data/corpus.ts';
import { packLogEntry, readLogEntry } from '../sets/log-entry.ts';
import { applyRules } from './label.ts';
import type { RuleSentence } from './matching.ts';
import type { Rule } from './rule.ts';

function sentence(line: string): RuleSentence {
  const tokens = line.split(' ');
  let at = 0;
  const offsets = tokens.map((token) => {
    const start = at;
    at += token.length + 1;
    return { start, end: start + token.length };
  });
  return { text: line, tokens, offsets };
}

const rule = (kind: Rule['kind'], type: string, value = '', more: Partial<Rule> = {}): Rule => ({
  kind,
  type,
  value,
  before: '',
  after: '',
  ...more,
});

const LOWER = rule('lowerCase', 'O');

/** The spans as text, and the unknown words. */
function labelled(rules: Rule[], lines: string[], gold?: (Span[] | undefined)[]) {
  const sentences = lines.map(sentence);
  const { labels, reports } = applyRules(rules, sentences, gold);
  const texts = labels.map(({ spans, unknown }, s) => ({
    spans: spans.map(({ start, end, type }) => `${type} ${sentences[s]!.tokens.slice(start, end).join(' ')}`),
    unknown: unknown.map((t) => sentences[s]!.tokens[t]),
  }));
  return { texts, reports };
}

describe('what each kind matches', () => {
  const cases: [string, Rule, string, string[]][] = [
    ['names', rule('names', 'LOC', 'Weir|New Weir'), 'He left New Weir for Weir .', ['LOC New Weir', 'LOC Weir']],
    ['names, in capitals', rule('names', 'LOC', 'Weir'), 'WEIR is far .', ['LOC WEIR']],
    ['names, not the word in lower case', rule('names', 'MONTH', 'May'), 'They may come in May .', ['MONTH May']],
    ['names that are in lower case', rule('names', 'DRUG', 'aspirin'), 'He took aspirin .', ['DRUG aspirin']],
    ['no part of a longer name', rule('names', 'PER', 'Nora'), 'Then Nora Field left Nora .', ['PER Nora']],
    [
      'an expression',
      rule('expression', 'ORG', String.raw`[A-Z]\w+ (Inc|Ltd)\b`),
      'It is Vale Ltd .',
      ['ORG Vale Ltd'],
    ],
    ['an expression, by whole tokens', rule('expression', 'ORG', 'Val'), 'It is Vale .', []],
    ['capitalized words', rule('capitals', 'X'), 'He saw Nora Field in Weir .', ['X He', 'X Nora Field', 'X Weir']],
    ['capitalized words, one of them', rule('capitals', 'PER', 'Nora'), 'Nora Field saw Ada .', ['PER Nora Field']],
    ['after a word', rule('capitals', 'LOC', '', { before: 'in|near' }), 'Ada is in Weir .', ['LOC Weir']],
    ['before a word', rule('capitals', 'ORG', '', { after: 'Inc.|plc' }), 'It is vale of Weir plc .', ['ORG Weir']],
  ];
  test.each(cases)('%s', (_, one, line, spans) => {
    expect(labelled([one], [line]).texts[0]!.spans).toEqual(spans);
  });

  test('a common word that begins a sentence is not part of a name', () => {
    const { texts } = labelled([rule('capitals', 'X')], ['The Vale won .', 'Ada left the house .']);
    expect(texts.map(({ spans }) => spans)).toEqual([['X Vale'], ['X Ada']]);
  });
});

test('what no rule decides is unknown', () => {
  const { texts } = labelled([rule('names', 'LOC', 'Weir'), LOWER], ['Ada left Weir in 1990 .']);
  expect(texts).toEqual([{ spans: ['LOC Weir'], unknown: ['Ada', '1990'] }]);
});

test('of nested matches the longest counts', () => {
  const rules = [rule('expression', 'LOC', 'Weir'), rule('expression', 'ORG', 'Weir Times')];
  expect(labelled(rules, ['the Weir Times said']).texts[0]!.spans).toEqual(['ORG Weir Times']);
});

test('readings that contradict each other are left open, until the annotation shows which rule is right', () => {
  const rules = [rule('names', 'LOC', 'Weir'), rule('capitals', 'PER')];
  const lines = Array.from({ length: 30 }, () => 'he left Weir .');
  const { texts, reports } = labelled(rules, lines);
  expect(texts[0]).toEqual({ spans: [], unknown: ['he', 'left', 'Weir', '.'] });
  expect(reports[0]).toMatchObject({ matches: 30, sentences: 30, overlaps: 30, conflicts: 30, annotated: 0 });

  const gold: (Span[] | undefined)[] = lines.map((_, i) => (i < 10 ? [{ start: 2, end: 3, type: 'LOC' }] : undefined));
  const known = labelled(rules, lines, gold);
  expect(known.texts[20]!.spans).toEqual(['LOC Weir']);
  expect(known.reports.map(({ annotated, right }) => [annotated, right])).toEqual([
    [10, 10],
    [10, 0],
  ]);
  expect(known.reports[0]!.precision).toBeGreaterThan(0.85);
  expect(known.reports[1]!.precision).toBeLessThan(0.45);
});

test('a rule against entities is a vote', () => {
  const rules = [rule('capitals', 'PER'), rule('names', 'O', 'May')];
  const { texts, reports } = labelled(rules, ['she came in May .', 'then Ada left']);
  expect(texts[0]!.spans).toEqual([]);
  expect(texts[1]!.spans).toEqual(['PER Ada']);
  expect(reports[0]).toMatchObject({ overlaps: 1, conflicts: 1 });
});

test('rules that agree are trusted more than one that contradicts both', () => {
  const rules = [
    rule('names', 'LOC', 'Weir'),
    rule('capitals', 'LOC', '', { before: 'in' }),
    rule('expression', 'ORG', 'Weir'),
  ];
  const { texts, reports } = labelled(
    rules,
    Array.from({ length: 20 }, () => 'he is in Weir .'),
  );
  expect(texts[0]!.spans).toEqual(['LOC Weir']);
  expect(reports[0]!.precision).toBeGreaterThan(reports[2]!.precision);
});

test('a stored rule that the check refuses today matches nothing, and does not damage the log of its set', async () => {
  const refused = rule('expression', 'LOC', '(a|b)+');
  const { texts, reports } = labelled([refused, rule('names', 'LOC', 'Weir')], ['ab left Weir']);
  expect(texts[0]!.spans).toEqual(['LOC Weir']);
  expect(reports[0]!.matches).toBe(0);
  const stored = packLogEntry({ kind: 'do', at: 1, action: { kind: 'rules', rules: [refused] } });
  expect((await readLogEntry(stored)).problem).toBeUndefined();
});

test('for any rules and text: spans are in order and apart, and a span is not unknown', () => {
  const word = fc.constantFrom('Ada', 'Weir', 'May', 'left', 'in', 'the', '.');
  const anyRule = fc.record({
    kind: fc.constantFrom('names', 'expression', 'capitals', 'lowerCase' as const),
    type: fc.constantFrom('PER', 'LOC', 'O'),
    value: fc.constantFrom('Ada', 'Weir|Ada', 'May', 'Ada Weir'),
    before: fc.constantFrom('', 'in'),
    after: fc.constantFrom('', 'left|May'),
  });
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 5 }),
      fc.array(word, { minLength: 1, maxLength: 12 }),
      (rules, words) => {
        const { labels, reports } = applyRules(rules as Rule[], [sentence(words.join(' '))]);
        const { spans, unknown } = labels[0]!;
        for (const [i, { start, end, type }] of spans.entries()) {
          expect(type).not.toBe('O');
          expect(start).toBeGreaterThanOrEqual(spans[i - 1]?.end ?? 0);
          expect(unknown.filter((t) => t >= start && t < end)).toEqual([]);
        }
        for (const { precision, conflicts, overlaps } of reports) {
          expect(precision > 0 && precision < 1 && conflicts <= overlaps).toBe(true);
        }
      },
    ),
  );
});
