import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tagsOf, tokensOf } from '../../../../test/helpers/read-text.ts';

const word = fc.tuple(fc.constantFrom('Ada', 'left', 'Varde', '.'), fc.constantFrom('O', 'B-PER', 'I-PER', 'B-LOC'));
const sentences = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
const FIRST = [['Ada', 'B-PER'], ['left', 'O'], ['Varde', 'B-LOC'], ['.', 'O']] as [string, string][]; // prettier-ignore

describe('words with their tags, as', () => {
  test.each<[string, (sentence: [string, string][]) => unknown]>([
    ['words, parts of speech and tags', (sentence) => sentence.map(([own, tag]) => [own, 'NN', tag])],
    ['words with three more', (sentence) => sentence.map(([own, tag]) => [own, 'x', 'NN', tag])],
    ['objects with several tags', (sentence) => ({ words: sentence.map(([text, tag]) => ({ text, ner_1: tag, ner_2: 'O' })) })],
    ['objects with tags under another name', (sentence) => ({ tokens: sentence.map(([form, iob]) => ({ form, upos: 'X', iob })) })],
    ['tokens, and an object of lists', (sentence) => ({ id: 1, tokens: sentence.map(([form]) => form), tags: { pos: sentence.map(() => 'NN'), ner: sentence.map(([, tag]) => tag) } })],
    ['words, and an object under any name', (sentence) => ({ words: sentence.map(([form]) => form), layers: { gold: sentence.map(([, tag]) => tag) }, meta: { from: 'a' } })],
  ])('%s', (_, record) => {
    fc.assert(
      fc.property(sentences, (some) => {
        const given = [FIRST, ...some];
        const corpus = readText(JSON.stringify(given.map(record)), {}, 'a.json');
        expect(corpus.question).toBeUndefined();
        expect(tokensOf(corpus)).toEqual(given.map((rows) => rows.map(([own]) => own).join(' ')));
        expect(tagsOf(corpus)).toEqual(given.map((rows) => rows.map(([, tag]) => tag).join(' ')));
      }),
      { numRuns: 50 },
    );
  }); // prettier-ignore
});

test('spans beside an object of lists are the entities', () => {
  const record = { tokens: ['Ada', 'left'], entities: [[0, 1, 'PER']], feat: { tags: ['NNP', 'VBD'] } };
  expect(entitiesOf(readText(`${JSON.stringify(record)}\n`, { spanEnds: 'exclusive' }, 'a.jsonl'))).toEqual([
    'PER Ada',
  ]);
});

test('EstNER: the sentences of documents, and the first of several tags, which is told', () => {
  const words = (...given: [string, string, string][]) => ({ words: given.map(([text, ner_1, ner_2]) => ({ text, ner_1, ner_2 })) }); // prettier-ignore
  const documents = [
    { meta: { doc_id: 'a' }, sentences: [words(['It', 'O', 'O'], ['rained', 'O', 'O']), words(['Ada', 'B-PER', 'O'], ['ran', 'O', 'O'])] },
    { meta: { doc_id: 'b' }, sentences: [words(['Varde', 'B-ORG', 'B-GPE'], ['Club', 'I-ORG', 'O'])] },
  ]; // prettier-ignore
  const corpus = readText(JSON.stringify({ documents }), {}, 'a.json');
  expect(tokensOf(corpus)).toEqual(['It rained', 'Ada ran', 'Varde Club']);
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'ORG Varde Club']);
  expect(corpus).toMatchObject({ documents: 2, problems: [{ message: '3 of 3 objects have tags in ner_1 and in ner_2: the first were read.' }] }); // prettier-ignore
});

test('texts with spans in the sentences of documents (NIKL)', () => {
  const form = '경찰이 서울에 왔다 그리고 다시 갔다';
  const NE = [{ id: 1, form: '서울', label: 'LCP_CITY', begin: 4, end: 6 }];
  const word = [{ id: 1, form: '경찰이', begin: 0, end: 3 }];
  const document = ['d', 'e'].map((id) => ({ id, sentence: [{ id: `${id}.1`, form, NE, word }] }));
  const corpus = readText(JSON.stringify({ id: 'x', metadata: {}, document }), {}, 'a.json');
  expect(corpus.documents).toBe(2);
  expect(entitiesOf(corpus)).toEqual(['LCP_CITY 서울', 'LCP_CITY 서울']);
});

describe('boxes with a label and words', () => {
  const box = (text: string, label: string, name = 'label') => ({
    box: [0, 0, 9, 9],
    text,
    [name]: label,
    words: text.split(' ').map((own) => ({ box: [0, 0, 9, 9], text: own })),
    linking: [],
  });
  const form = [box('To whom', 'question'), box('', 'question'), box('Ada Lin', 'answer'), box('page 1', 'other')];

  test.each([
    ['FUNSD', { form }, 1],
    ['XFUND', { lang: 'de', documents: [{ id: 'a', document: form, img: {} }, { id: 'b', document: form, img: {} }] }, 2],
  ])('%s: each is an entity, but for those called other', (_, value, pages) => {
    const corpus = readText(JSON.stringify(value), {}, 'a.json');
    expect(tokensOf(corpus)).toEqual(Array.from({ length: pages }, () => 'To whom Ada Lin page 1'));
    expect(new Set(entitiesOf(corpus))).toEqual(new Set(['question To whom', 'answer Ada Lin']));
    expect(corpus.problems).toEqual([]);
  }); // prettier-ignore

  test('CORD', () => {
    const line = (text: string, category: string) => ({ words: text.split(' ').map((own) => ({ quad: {}, text: own })), category }); // prettier-ignore
    const value = { valid_line: [line('Nasi Goreng', 'menu.nm'), line('45,000', 'menu.price')], meta: {}, roi: {} };
    expect(entitiesOf(readText(`${JSON.stringify(value)}\n`, {}, 'a.jsonl'))).toEqual([
      'menu.nm Nasi Goreng',
      'menu.price 45,000',
    ]);
  });
});
