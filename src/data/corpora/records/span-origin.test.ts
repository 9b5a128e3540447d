import { describe, expect, test } from 'vitest';
import type { CorpusOptions } from '../../corpus.ts';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';
import { requireUsable } from '../read-corpus.ts';

/** Words with their types: `Ada_Byrne/PER met Bo/PER .` */
const TEXTS = [
  'Yesterday Ada_Byrne/PER met Bo_Lund/PER in Varde/LOC .',
  'The ferry from Oslo/LOC to Varde/LOC , which Ada/PER took , was late .',
  'She works for Nord_Bank/ORG and lives in Oslo/LOC .',
];

interface Written {
  tokens: string[];
  spans: { first: number; last: number; type: string }[];
}

function written(text: string): Written {
  const tokens: string[] = [];
  const spans: Written['spans'] = [];
  for (const part of text.split(' ')) {
    const [words = '', type] = part.split('/');
    const first = tokens.length;
    tokens.push(...words.split('_'));
    if (type !== undefined) spans.push({ first, last: tokens.length - 1, type });
  }
  return { tokens, spans };
}

/** How a tool writes tokens with spans. */
const TOOLS: Record<string, (text: Written, origin: number) => object | string> = {
  SpERT: ({ tokens, spans }, origin) => ({
    tokens,
    entities: spans.map(({ first, last, type }) => ({ type, start: first + origin, end: last + 1 + origin })),
    relations: [],
  }),
  GLiNER: ({ tokens, spans }, origin) => ({
    tokenized_text: tokens,
    ner: spans.map(({ first, last, type }) => [first + origin, last + origin, type]),
  }),
  W2NER: ({ tokens, spans }, origin) => ({
    sentence: tokens,
    ner: spans.map(({ first, last, type }) => ({
      index: Array.from({ length: last - first + 1 }, (_, i) => first + i + origin),
      type,
    })),
  }),
  'DyGIE++': ({ tokens, spans }, origin) => ({
    sentences: [tokens],
    ner: [spans.map(({ first, last, type }) => [first + origin, last + origin, type])],
  }),
  'tokens with spans': ({ tokens, spans }, origin) => ({
    tokens,
    spans: spans.map(({ first, last, type }) => ({ start: first + origin, end: last + 1 + origin, label: type })),
  }),
  'lines of words and spans': ({ tokens, spans }, origin) =>
    `${tokens.join(' ')}\n${spans.map(({ first, last, type }) => `${first + origin},${last + 1 + origin} ${type}`).join('|')}\n`,
};

function asLines(tool: string, texts: readonly string[], origin: number): string {
  const records = texts.map((text) => TOOLS[tool]!(written(text), origin));
  return records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
}
const fileOf = (tool: string) => (tool.startsWith('lines') ? 'a.txt' : 'a.jsonl');
const read = (tool: string, texts: readonly string[], origin: number) =>
  readText(asLines(tool, texts, origin), {}, fileOf(tool));

describe.each(Object.keys(TOOLS))('%s', (tool) => {
  test('spans that count tokens from 1 are asked about, with the reading as written', () => {
    const { question } = read(tool, TEXTS, 1);
    expect(question?.what).toMatch(/^Do the spans count tokens from 1/);
    expect(question?.reason).toMatch(/^None of 8 spans begins with the first token, and [68] would have more words/);
    const answered = (settings: CorpusOptions) => readText(asLines(tool, TEXTS, 1), settings, fileOf(tool));
    expect(() => requireUsable(answered(question!.options[0]!.settings))).not.toThrow();
    const fromOne = question!.options.find(({ label }) => label === 'yes, from 1')!;
    const corpus = answered({
      ...fromOne.settings,
      spanEnds: tool.match(/GLiNER|W2NER|DyGIE/) ? 'inclusive' : 'exclusive',
    });
    expect(() => requireUsable(corpus)).not.toThrow();
    expect(entitiesOf(corpus)).toEqual(entitiesOf(read(tool, ['Bo/PER ran', ...TEXTS], 0)).slice(1));
  });

  test('a few spans in lower case of which one is behind the last token if they count from 0 are asked about', () => {
    const few = ['we met bo/PER in oslo/LOC', 'bo_lund/PER left'];
    const { question } = read(tool, few, 1);
    expect(question?.reason).toMatch(/^None of 3 spans begins with the first token, and 1 ends behind the last one/);
    expect(question?.options[0]).toEqual({ label: 'yes, from 1', settings: { spansFrom: 1 } });
    expect(read(tool, ['bo/PER left', ...few], 0).question?.what ?? '').not.toContain('from 1');
  });

  test('a few spans whose words tell nothing: says from where they were counted, and can be changed', () => {
    const texts = ['we met bo/PER in old_oslo/LOC today'];
    const corpus = read(tool, texts, 1);
    expect(corpus.problems.map(({ message }) => message).join()).toContain(
      'They were read as counting from 0. If they count from 1, choose that',
    );
    expect(corpus.problems.map(({ otherwise }) => otherwise?.settings)).toContainEqual({ spansFrom: 1 });
    const settings = { spansFrom: 1, spanEnds: tool.match(/GLiNER|W2NER|DyGIE/) ? 'inclusive' : 'exclusive' } as const;
    const changed = readText(asLines(tool, texts, 1), settings, fileOf(tool));
    expect(entitiesOf(changed)).toEqual(['PER bo', 'LOC old oslo']);
    expect(changed.problems).toEqual([]);
    expect(read(tool, ['We met Bo/PER in Oslo/LOC today'], 0).problems).toEqual([]);
  });

  test('many spans in lower case of which none begins with the first token are asked about', () => {
    const texts = Array.from({ length: 12 }, (_, i) => `we met bo/PER in old_oslo/LOC on day ${i}`);
    expect(read(tool, texts, 0).question?.what).toBe('Do the spans count tokens from 1?');
  });

  test.each([
    ['names', TEXTS],
    ['words without capitals after those at the start', ['The food/A was good , but the wine/A list/A', 'The bar/A', 'The soup/A', 'My view/A']], // prettier-ignore
    ['words of a patient', ['I have pain/S and I have fever/S', 'I feel fever/S , pain/S or nausea_and_pain/S .']],
    ['names in capitals', ['HE MET ADA_BYRNE/PER IN OSLO/LOC', 'THEN ADA/PER LEFT OSLO/LOC FOR VARDE/LOC .']],
    [
      'titles before names',
      ['Then Mr. Lund/PER and Dr. Byrne/PER saw President Holt/PER and King Olav/PER of Oslo/LOC'],
    ],
    ['names with full stops', ['at Nord_Inc_./ORG and Byrne_Inc_./ORG , Varde_Ltd_./ORG or Bo_Jr_./PER with Ada/PER']],
  ])('%s that count from 0 are not', (_, texts) => {
    expect(read(tool, texts, 0).question?.what ?? '').not.toContain('from 1');
  });
});

test('in words without capitals, punctuation at the end of spans tells', () => {
  const texts = TEXTS.map((text) => text.replaceAll(/[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase()));
  const lower = [...texts, ...texts];
  expect(read('SpERT', lower, 0).question).toBeUndefined();
  expect(read('SpERT', lower, 1).question?.reason).toBe(
    'None of 16 spans begins with the first token, and 6 end with a punctuation mark, which none would if they ended one token earlier.',
  );
});

test.each([
  ['predicates after nouns', ['Der Rat beschloss/P die Reform und die Stadt baute/P das Haus am Fluss .', 'Im Mai sah/P der Wirt einen Gast , den die Polizei suchte/P , und der Koch rief/P .', 'Das Gericht hob/P das Urteil der Kammer auf .']], // prettier-ignore
  ['nominalised predicates', ['Dann kam der Rat zum Beschluss/P und die Stadt zum Bauen/P des Hauses am Fluss .', 'Im Mai begann das Suchen/P nach dem Gast und das Rufen/P der Polizei im Wald .', 'Beim Lesen/P des Urteils der Kammer lachte das Gericht .']], // prettier-ignore
])('in German, %s that count from 0 are not asked about: nouns have capitals', (_, texts) => {
  for (const tool of Object.keys(TOOLS)) expect(read(tool, texts, 0).question?.what ?? '').not.toContain('from 1');
});

test('one span that begins with the first token shows that spans count from 0', () => {
  const corpus = read('SpERT', ['Ada/PER left .', ...TEXTS], 0);
  expect([corpus.question, entitiesOf(corpus)[0]]).toEqual([undefined, 'PER Ada']);
  expect(read('SpERT', ['Ada/PER left .', ...TEXTS], 1).question?.what).toContain('from 1');
});
