import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tagsOf } from '../../../../test/helpers/read-text.ts';
import type { Span } from '../../corpus.ts';
import { writeCorrected } from '../write-corrected.ts';
import { writePredictions } from '../write-predictions.ts';

const row = (id: number | string, form: string, misc: string) =>
  [id, form, '_', 'X', '_', '_', '_', '_', '_', misc].join('\t');

/** A sentence whose words have a mark of `Entity`, or none. */
const sentence = (words: readonly (readonly [form: string, mark?: string])[]) =>
  [...words.map(([form, mark], i) => row(i + 1, form, mark === undefined ? '_' : `SpaceAfter=No|Entity=${mark}`)), ''].join('\n'); // prettier-ignore

const GUM = '# global.Entity = GRP-etype-infstat-minspan-link-identity\n';
const COREF_UD = '# global.Entity = eid-etype-head-other\n';
const OUTERMOST = { tagField: 'outermost' };

describe('mentions in MISC of CoNLL-U', () => {
  const nested = sentence([
    ['University', '(1-organization-new-1-coref-Oslo_%28U%29'],
    ['of'],
    ['Oslo', '(2-place-acc-1-coref)1)'],
    ['hired'],
    ['Ada', '(3-person-new-1-coref)'],
  ]);

  test.each([
    ['outermost', ['organization University of Oslo', 'person Ada'], 'outermost were read: 1 of 3 were left out'],
    ['innermost', ['place Oslo', 'person Ada'], 'innermost were read: 1 of 3 were left out'],
  ])('are read: of nested ones the %s', (tagField, expected, message) => {
    const corpus = readText(GUM + nested, { tagField });
    expect(entitiesOf(corpus)).toEqual(expected);
    expect(corpus).toMatchObject({
      tagColumn: 9,
      style: { scheme: 'BIO' },
      problems: [{ kind: 'nested', message: expect.stringContaining(message) as string }],
    });
    expect(corpus.question).toBeUndefined();
  });

  test('are a question, with the parts of speech as another answer', () => {
    const { question } = readText(GUM + nested);
    const answers = question!.options.map(({ settings }) => readText(GUM + nested, settings));
    expect(answers.map(({ style, question: open }) => [style.scheme, open])).toEqual([
      ['BIO', undefined],
      ['BIO', undefined],
      ['none', undefined],
    ]);
  });

  test.each([
    ['CorefUD', COREF_UD + sentence([['Ada', '(e1-person-1-'], ['L.', 'e1)'], ['ran']])],
    ['a type in another place', '# global.Entity = eid-head-etype\n' + sentence([['Ada', '(e1-1-person'], ['L.', 'e1)']])],
    ['older GUM', sentence([['Ada', '(person-1'], ['L.', 'person-1)'], ['ran']])],
    ['no declaration', sentence([['Ada', '(1-person-giv'], ['L.', '1)'], ['ran']])],
    ['two that begin and end together', COREF_UD + sentence([['Ada', '(e1-person-1-(e2-person-1-'], ['L.', 'e2)e1)']])],
    ['an empty node', COREF_UD + [row('0.1', 'e', 'Entity=(e1-person-1-'), row(1, 'Ada', 'Entity=(e2-place-1-)'), row(2, 'L.', 'Entity=e1)')].join('\n')],
    ['a multiword token', COREF_UD + [row('1-2', 'AdaL.', '_'), row(1, 'Ada', 'Entity=(e1-person-1-'), row(2, 'L.', 'Entity=e1)')].join('\n')],
    ['several parts', COREF_UD + sentence([['Ada', '(e1[1/2]-person-1-)'], ['L.', '(e1[2/2])']])],
  ])('have the same words and type: %s', (_, text) => {
    expect(entitiesOf(readText(text, OUTERMOST))).toEqual(['person Ada L.']);
  }); // prettier-ignore

  test('without words, types or ends are told', () => {
    const text = COREF_UD + [row('0.1', 'e', 'Entity=(e1-person-1-)'), sentence([['Ada', '(e2--1-)'], ['L.', '(e3-person-1-'], ['ran', 'e4)']]), ''].join('\n'); // prettier-ignore
    const { problems, question } = readText(text, OUTERMOST);
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '0 Mentions of empty nodes alone were left out: 1 of 3.',
      '0 Found no entities: every tag is O. Choose another tag column if the tags are in another one.',
      '3 The mention e2 has no type; it was skipped.',
      '4 The mention e3 does not end in its sentence; it was skipped.',
      '5 Found the end of a mention, e4, that does not begin in its sentence.',
    ]);
    expect(question?.what).toBe('Use the file without these mentions?');
  });

  test('of a contraction are those of its words', () => {
    const lines = [row(1, 'río', '_'), row('2-3', 'del', 'Entity=(2-place-1)'), row(2, 'de', '_'), row(3, 'el', '_')];
    const corpus = readText(`${COREF_UD}${lines.join('\n')}\n${row(4, 'mar', 'Entity=(3-place-1)')}\n`, OUTERMOST);
    expect(entitiesOf(corpus)).toEqual(['place de el', 'place mar']);
    expect(corpus.problems).toEqual([]);
  });

  test('are left if another column is chosen afterwards', () => {
    const corpus = readText(GUM + nested, { ...OUTERMOST, tagColumn: 3, scheme: 'none' });
    expect(corpus).toMatchObject({ tagColumn: 3, style: { scheme: 'none' } });
    expect(tagsOf(corpus)[0]).toBe('X X X X X');
  });

  test('without types are not read', () => {
    const { question } = readText(sentence([['Ada', '(e1)'], ['ran']])); // prettier-ignore
    expect(question?.reason).toMatch(/mentions without types/);
    expect(question?.options).toHaveLength(1);
  });

  test('stay the same when predictions are added, and become JSON lines when they are corrected', () => {
    const bytes = new TextEncoder().encode(GUM + nested);
    const corpus = readText(GUM + nested, OUTERMOST);
    const predicted = writePredictions(bytes, corpus, { tags: [['O', 'O', 'B-LOC', 'O', 'O']], style: corpus.style });
    expect(predicted.replaceAll(/\|PredictedNER=[^\s|]+/g, '').replaceAll(/\tPredictedNER=\S+/g, '\t_')).toBe(GUM + nested);
    for (const again of [{ tagColumn: 9 }, OUTERMOST]) expect(tagsOf(readText(predicted, again))).toEqual(tagsOf(corpus));
    expect(readText(predicted).question?.reason).toMatch(/CorefUD and GUM/);
    const { name, parts } = writeCorrected(bytes, corpus, new Map());
    expect(name).toBe('text.conll.corrected.jsonl');
    expect(entitiesOf(readText(new TextDecoder().decode(parts[0]), {}, name))).toEqual(entitiesOf(corpus));
  }); // prettier-ignore

  const LENGTH = 6;
  const mention = fc
    .tuple(fc.nat(LENGTH - 1), fc.integer({ min: 1, max: 4 }), fc.constantFrom('person', 'place'))
    .map(([start, length, type]): Span => ({ start, end: Math.min(LENGTH, start + length), type }));

  test('that are chosen do not overlap, and each other one overlaps one that is as long or longer, or shorter', () => {
    fc.assert(
      fc.property(fc.array(mention, { minLength: 1, maxLength: 6 }), fc.constantFrom(1, -1), (mentions, sign) => {
        const marks = Array.from({ length: LENGTH }, (_, t) => {
          const ids = mentions.map((one, id) => ({ ...one, id }));
          const ends = ids.filter(({ start, end }) => end === t + 1 && start < t).map(({ id }) => `e${id})`);
          const starts = ids
            .filter(({ start }) => start === t)
            .map(({ id, type, end }) => `(e${id}-${type}-1-${end === t + 1 ? ')' : ''}`);
          return [...ends, ...starts].join('');
        });
        const text = COREF_UD + sentence(marks.map((mark, t) => [`w${t}`, mark === '' ? undefined : mark]));
        const corpus = readText(text, { tagField: sign > 0 ? 'outermost' : 'innermost' });
        const { spans } = corpus.sentences[0]!;
        const isChosen = (one: Span) => spans.some(({ start, end, type }) => start === one.start && end === one.end && type === one.type); // prettier-ignore
        for (const span of spans) expect(mentions).toContainEqual(span);
        for (const one of mentions.filter((other) => !isChosen(other)))
          expect(
            spans.some(
              ({ start, end }) => start < one.end && one.start < end && sign * (end - start) >= sign * (one.end - one.start),
            ),
          ).toBe(true);
        const told = corpus.problems.map(({ message }) => Number(/read: (\d+) of/.exec(message)?.[1]));
        expect(told).toEqual(spans.length === mentions.length ? [] : [mentions.length - spans.length]);
      }),
      { numRuns: 200 },
    ); // prettier-ignore
  });
});
