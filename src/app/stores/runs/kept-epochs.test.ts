import { expect, test } from 'vitest';
import { bioesTags, epochReport, illegalOf } from '../../../../test/app/samples.ts';
import type { FollowedSentence } from '../../../workers/wire/payloads.ts';
import { isKeptEpochs, keptEpochs } from './kept-epochs.ts';

const TAGS = bioesTags();
const K = TAGS.length;
const MATRIX = 4 * (K * K + 2 * K);

function followed(epoch: number, tokens = ['Vale']): FollowedSentence {
  const zero = { transitions: new Float32Array(K * K), start: new Float32Array(K), end: new Float32Array(K) };
  const emissions = new Float32Array(tokens.length * K);
  return { epoch, tokens, tags: TAGS, emissions, scores: zero, illegal: illegalOf(TAGS), isConstrained: true };
}

const reports = (count: number) => Array.from({ length: count }, (_, i) => epochReport(i + 1, count));

test('every epoch of a short run, with its sentence and its size', () => {
  const kept = keptEpochs(reports(3), 3, [followed(2)], TAGS, undefined)!;
  expect(kept.epochs.map(({ epoch, sentence }) => [epoch, sentence?.tokens])).toEqual([
    [1, undefined],
    [2, ['Vale']],
    [3, undefined],
  ]);
  expect(kept.bytes).toBe(4 * MATRIX + MATRIX / 4 + 4 * K);
  expect(keptEpochs([], undefined, [], TAGS, undefined)).toBeUndefined();
});

test('a long run is thinned out: bounded, with its last and its best epoch', () => {
  const { epochs } = keptEpochs(reports(1000), 413, [], TAGS, undefined)!;
  expect(epochs.length).toBeLessThanOrEqual(25);
  expect(epochs.map(({ epoch }) => epoch)).toContain(413);
  expect(epochs.at(-1)!.epoch).toBe(1000);
});

test('a resumed run keeps the sentences of earlier epochs', () => {
  const before = keptEpochs(reports(2), 2, [followed(1), followed(2)], TAGS, undefined);
  const { epochs } = keptEpochs(reports(3), 3, [followed(3, ['Port', 'Vale'])], TAGS, before)!;
  expect(epochs.map(({ sentence }) => sentence?.tokens.length)).toEqual([1, 1, 2]);
});

test('values stored by another version of the page are validated', () => {
  const kept = keptEpochs(reports(2), 2, [followed(1)], TAGS, undefined)!;
  expect(isKeptEpochs(structuredClone(kept))).toBe(true);
  expect(isKeptEpochs({ ...kept, tags: ['O'] })).toBe(false);
  expect(isKeptEpochs({ ...kept, epochs: [{ epoch: 1 }] })).toBe(false);
  expect(isKeptEpochs(undefined)).toBe(false);
});
