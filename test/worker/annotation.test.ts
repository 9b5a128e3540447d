import { beforeEach, expect, test, vi } from 'vitest';
import type { Rule } from '../../src/annotation/rules/rule.ts';
import { packSentences } from '../../src/annotation/sets/packed-sentences.ts';
import { sentence } from '../../src/annotation/testing.ts';
import { EVALUATION_SHARE, isSetAside } from '../../src/annotation/queue/evaluation-set.ts';
import type { LearnRequest } from '../../src/workers/wire/annotation.ts';
import { devFile, file, trainFile } from '../helpers/connected-worker.ts';
import { ENDLESS, NO_FILE, WAITING, UNKNOWN_FILE, Trainer } from './trainer.ts';

const PEOPLE = ['Angela', 'Merkel', 'Mira', 'Tom', 'Ada', 'Ines'];
const PLACES = ['Berlin', 'Paris', 'Oslo', 'Brenna', 'Tinga'];

/** `Mira went to Oslo on day 3 .` and so on: all are different. */
const SENTENCES = Array.from({ length: 60 }, (_, i) => {
  const [person, place] = [PEOPLE[i % PEOPLE.length]!, PLACES[i % PLACES.length]!];
  return [person, 'went', 'to', place, 'on', 'day', `${i}`, '.'];
});

const SPANS = [
  { start: 0, end: 1, type: 'PER' },
  { start: 3, end: 4, type: 'LOC' },
];

const isAside = (sentence: number) => isSetAside(SENTENCES[sentence]!, EVALUATION_SHARE);

function requestOf(annotated: number): LearnRequest {
  return {
    set: 'travel',
    annotated: SENTENCES.slice(0, annotated).map((tokens, sentence) => ({ sentence, tokens, spans: SPANS })),
    types: ['PER', 'LOC'],
    skipped: [59],
    withFiles: false,
    rules: [],
    partly: [],
    fromScratch: false,
    evaluationShare: EVALUATION_SHARE,
    curve: [],
    suggest: [57],
  };
}

function conll(sentence: number): string {
  const tags = ['B-PER', 'O', 'O', 'B-LOC', 'O', 'O', 'O', 'O'];
  return SENTENCES[sentence]!.map((token, t) => `${token} ${tags[t]}`).join('\n');
}

function labelledFile(): File {
  return file('travel.conll', `${[...SENTENCES.keys()].map(conll).join('\n\n')}\n`);
}

let trainer: Trainer;
let request: Trainer['client']['request'];

beforeEach(async () => {
  trainer = await Trainer.connect();
  request = (name, params, signal) => trainer.client.request(name, params, signal);
  await request('annotationTexts', {
    set: 'travel',
    sentences: packSentences(SENTENCES.map((tokens) => sentence(tokens.join(' ')))),
  });
});

test('queues open sentences, without a model, while few are annotated', async () => {
  const result = (await request('learn', requestOf(5)))!;
  expect(result).toMatchObject({ trainedOn: 0, suggestions: [], quality: undefined, point: undefined });
  expect(result.forecast).toEqual({ kind: 'unknown', reason: 'few-points' });
  const open = [...SENTENCES.keys()].slice(5, 59);
  expect([...result.queue].sort((a, b) => a - b)).toEqual(open);
  expect(await request('suggest', { set: 'travel', sentences: [57] })).toEqual([]);
});

test('continues from a stored model, but not from a model of other texts or a damaged one', async () => {
  const { saved } = (await request('learn', requestOf(40)))!;
  const suggested = await request('suggest', { set: 'travel', sentences: [57] });
  const setTexts = (sentences: readonly string[]) =>
    request('annotationTexts', { set: 'travel', sentences: packSentences(sentences.map((text) => sentence(text))) });
  const texts = SENTENCES.map((tokens) => tokens.join(' '));
  // The same words, divided in another way: the model stays.
  await setTexts([`${texts[0]!} ${texts[1]!}`, ...texts.slice(2)]);
  expect(await request('suggest', { set: 'travel', sentences: [56] })).toEqual([{ ...suggested[0]!, sentence: 56 }]);
  await setTexts(texts.slice(1));
  expect(await request('suggest', { set: 'travel', sentences: [56] })).toEqual([]);
  await setTexts(texts);
  expect(await request('suggest', { set: 'travel', sentences: [57] })).toEqual([]);
  const of = { set: 'travel', types: ['PER', 'LOC'] };
  expect(await request('restoreLearner', { ...of, saved: new Blob(['damaged']) })).toBe(false);
  expect(await request('restoreLearner', { ...of, set: 'other', saved: saved! })).toBe(false);
  expect(await request('restoreLearner', { ...of, saved: saved! })).toBe(true);
  expect(await request('suggest', { set: 'travel', sentences: [57] })).toEqual(suggested);
});

test('trains a model, and suggests entities in the sentences of the queue that are not set aside', async () => {
  const result = (await request('learn', requestOf(40)))!;
  expect(result.trainedOn).toBe([...Array(40).keys()].filter((sentence) => !isAside(sentence)).length);
  expect(result.from).toBe('scratch');
  const suggested = result.suggestions.map(({ sentence }) => sentence);
  expect(suggested).toContain(57);
  expect(suggested.every((sentence) => !isAside(sentence) && sentence >= 40)).toBe(true);
  expect([...result.queue].some(isAside)).toBe(true);
  for (const { sentence, spans } of result.suggestions) {
    for (const { start, end, type, probability, alternatives } of spans) {
      expect(start).toBeLessThan(end);
      expect(end).toBeLessThanOrEqual(SENTENCES[sentence]!.length);
      expect(['PER', 'LOC']).toContain(type);
      expect(probability).toBeGreaterThan(0);
      for (const other of alternatives) expect(other.probability).toBeLessThanOrEqual(1);
    }
  }
  const later = await request('suggest', { set: 'travel', sentences: [57] });
  expect(later.map(({ sentence }) => sentence)).toEqual([57]);
  expect(await request('suggest', { set: 'another', sentences: [1] })).toEqual([]);
});

test('a model learns from single spans, accepted and refused, in open sentences', async () => {
  const spans = [{ start: 0, end: 1, type: 'PER' }];
  const partly = SENTENCES.slice(0, 30).map((tokens, sentence) => ({ sentence, tokens, spans, refused: [] }));
  const refusing = partly.map((one, i) =>
    i % 2 === 0 ? one : { ...one, spans: [], refused: [{ ...spans[0]!, type: 'LOC' }] },
  );
  const result = (await request('learn', { ...requestOf(0), partly: refusing }))!;
  expect(result.trainedOn).toBe(partly.filter(({ sentence }) => !isAside(sentence)).length);
  const few = (await request('learn', { ...requestOf(0), partly: partly.slice(0, 10) }))!;
  expect(few.trainedOn).toBe(0);
});

test('rules label all sentences, and a model learns from them without annotation', async () => {
  const [person] = SENTENCES[0]!;
  const rules: Rule[] = [
    { kind: 'names', type: 'PER', value: person!, before: '', after: '' },
    { kind: 'lowerCase', type: 'O', value: '', before: '', after: '' },
  ];
  const { annotated } = requestOf(5);
  const applied = await request('applyRules', { set: 'travel', rules, annotated });
  expect(applied.sentences).toHaveLength(SENTENCES.length);
  expect(applied.sentences[0]!.spans).toMatchObject([{ start: 0, end: 1, type: 'PER' }]);
  expect(applied.reports[0]!.right).toBe(applied.reports[0]!.annotated);
  expect(applied.reports[0]!.annotated).toBeGreaterThan(0);
  const result = (await request('learn', { ...requestOf(0), rules }))!;
  expect(result.trainedOn).toBeGreaterThan(30);
  expect(result.suggestions.length).toBeGreaterThan(0);
  expect((await request('applyRules', { set: 'other', rules, annotated })).sentences).toEqual([]);
});

test('a model learns from the training files without annotation, if they have a type of the set', async () => {
  const request0 = { ...requestOf(0), withFiles: true };
  await request('addFiles', { files: [trainFile(), labelledFile()] });
  const { files } = await trainer.workspace();
  const [{ summary }] = files.filter(({ name }) => name !== 'travel.conll') as [(typeof files)[number]];
  const result = (await request('learn', request0))!;
  expect(result.trainedOn, 'without the sentences of the set').toBe(summary.sentences);
  expect(result.suggestions.length).toBeGreaterThan(0);
  const others = (await request('learn', { ...request0, types: ['RIVER'] }))!;
  expect(others.trainedOn).toBe(0);
});

test('is cancelled', async () => {
  const controller = new AbortController();
  const result = request('learn', requestOf(40), controller.signal);
  controller.abort();
  await expect(result).rejects.toMatchObject({ code: 'Cancelled' });
});

test('checks the labels of a file, and writes corrections into it', async () => {
  const { files } = await request('addFiles', { files: [labelledFile()] });
  const { id } = files[0]!;
  const check = (await request('checkLabels', { id }))!;
  expect(check).toMatchObject({ file: 'travel.conll', total: check.findings.length });
  for (const { tokens, spans, labelled, suggested, line } of check.findings) {
    expect([...spans, undefined]).toContainEqual(labelled);
    for (const { end } of [labelled, suggested].filter((span) => span !== undefined)) {
      expect(end).toBeLessThanOrEqual(tokens.length);
    }
    expect(line).toBeGreaterThan(0);
  }
  const corrections = [{ sentence: 0, spans: [] }, { sentence: 1, spans: undefined }]; // prettier-ignore
  const { name, contents } = await request('correctLabels', { id, corrections });
  expect(name).toBe('travel.corrected.conll');
  expect((await contents.text()).split('\n\n').slice(0, 2)).toEqual([
    conll(0).replace('B-PER', 'O').replace('B-LOC', 'O'),
    conll(2),
  ]);
  await expect(request('checkLabels', { id: NO_FILE })).rejects.toMatchObject(UNKNOWN_FILE);
});

test('does not train during a run', async () => {
  await request('addFiles', { files: [trainFile(), devFile()] });
  await trainer.start(ENDLESS);
  expect(await request('learn', requestOf(40))).toBeUndefined();
  const { files } = await trainer.workspace();
  expect(await request('checkLabels', { id: files[0]!.id })).toBeUndefined();
  expect(await request('suggest', { set: 'travel', sentences: [57] })).toEqual([]);
  await trainer.stopped();
  const { model } = await trainer.workspace();
  await vi.waitUntil(async () => (await request('learn', requestOf(40))) !== undefined, WAITING);
  expect((await trainer.workspace()).model).toEqual(model);
});
