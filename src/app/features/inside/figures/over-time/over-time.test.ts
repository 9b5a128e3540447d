import { expect, test } from 'vitest';
import { bioesTags, epochReport, illegalOf, runRecord, transitionsAt } from '../../../../../../test/app/samples.ts';
import { csvOf } from '../../../../../lib/table-csv.ts';
import type { FollowedSentence } from '../../../../../workers/wire/payloads.ts';
import {
  cellInWords,
  epochRows,
  firstWithEpochs,
  keptEpochShown,
  matrixRows,
  overTimeTable,
  pathInWords,
  runChoices,
  scoresInWords,
  shownEpoch,
} from './over-time.ts';

const TAGS = bioesTags();
const K = TAGS.length;

/** *left* is O, and *Vale* is a place from the second epoch on. */
function followed(epoch: number): FollowedSentence {
  const emissions = new Float32Array(2 * K);
  emissions[TAGS.indexOf('O')] = 60;
  emissions[K + TAGS.indexOf(epoch === 1 ? 'O' : 'S-LOC')] = 60;
  const zero = { transitions: new Float32Array(K * K), start: new Float32Array(K), end: new Float32Array(K) };
  const illegal = illegalOf(TAGS);
  return { epoch, tokens: ['left', 'Vale'], tags: TAGS, emissions, scores: zero, illegal, isConstrained: true };
}

const epochs = [1, 2, 3].map((epoch) => epochReport(epoch, 3));
const sentences = [followed(1), followed(2)];

test('the chosen epoch, or the last, with the sentence of that epoch', () => {
  const of = (epoch: number | undefined) => shownEpoch(epochs, epochs, sentences, TAGS, epoch)!;
  expect(pathInWords(of(1).trellis!)).toBe('left O · Vale O');
  expect(pathInWords(of(2).trellis!)).toBe('left O · Vale S-LOC');
  expect(of(undefined)).toMatchObject({ report: { epoch: 3 }, trellis: undefined }); // no text was followed in this epoch
  expect(of(9).report.epoch).toBe(3);
  const thinned = epochs.filter(({ epoch }) => epoch !== 2);
  expect(shownEpoch(epochs, thinned, sentences, TAGS, 1)!.report.epoch).toBe(1);
  expect(shownEpoch([], [], sentences, TAGS, 1)).toBeUndefined();
  expect(scoresInWords(epochs[0]!)).toMatch(/^PER \d+\.\d\d, ORG /);
});

test('the matrix of an epoch has every transition once', () => {
  const shown = shownEpoch(epochs, epochs, sentences, TAGS, 2)!;
  const rows = matrixRows(shown);
  const cells = rows.flat().filter((cell) => cell !== undefined);
  expect(cells).toHaveLength(K * K + 2 * K);
  const { transitions, start, end } = transitionsAt(2 / 3, TAGS);
  const cell = (from: string, to: string) => cells.find((one) => one.from === from && one.to === to)!;
  expect(cell('START', 'O').value).toBe(start[0]);
  expect(cell('O', 'END').value).toBe(end[0]);
  expect(cell('O', TAGS[1]!).value).toBe(transitions[1]);
  expect(cellInWords(cell('START', 'I-PER'))).toBe('START → I-PER: illegal');
});

test('the matrix of many tags is not drawn, and not all types are named', () => {
  const types = Array.from({ length: 21 }, (_, i) => `T${i}`);
  const many = bioesTags(types);
  const report = epochReport(1, 3, types);
  const shown = shownEpoch([report], [report], [], many, 1)!;
  expect(epochRows(shown).matrix).toEqual([]);
  expect(overTimeTable(shown).rows.length).toBeGreaterThan(many.length ** 2);
  expect(scoresInWords(report)).toMatch(/^T0 .*, T11 [\d.]+, and 9 more$/);
});

test('all values of an epoch as rows', () => {
  const lines = csvOf(overTimeTable(shownEpoch(epochs, epochs, sentences, TAGS, 2)!))
    .trimEnd()
    .split('\n');
  expect(lines[0]).toBe('epoch,what,of,to,value,illegal');
  expect(lines).toHaveLength(1 + 4 + K * K + 2 * K + 2 * K);
  expect(lines).toContain('2,emission,Vale,S-LOC,60,');
  expect(lines.filter((line) => line.startsWith('2,transition,START,I-PER,'))).toEqual([
    expect.stringMatching(/,1$/), // not a transition that happens to score 0
  ]);
});

test('runs of earlier sessions show their stored epochs', () => {
  const kept = {
    tags: TAGS,
    bytes: 0,
    epochs: [1, 3].map((epoch) => ({ epoch, transitions: transitionsAt(epoch / 3, TAGS), sentence: followed(epoch) })),
  };
  const record = runRecord('Run 1', 3, { kept });
  expect(keptEpochShown(record, 1)).toMatchObject({ report: { epoch: 1 }, tags: TAGS });
  expect(keptEpochShown(record, undefined)!.report.epoch).toBe(3);
  expect(pathInWords(keptEpochShown(record, undefined)!.trellis!)).toBe('left O · Vale S-LOC');
  const old = runRecord('Run 0', 3);
  expect(keptEpochShown(old, undefined)).toBeUndefined();
  expect(runChoices([record, old], 'Run 0', true).map(({ id }) => id)).toEqual(['Run 0', 'Run 1']);
  expect(runChoices([record, old], 'Run 0', false).map(({ id }) => id)).toEqual(['Run 1', 'Run 0']);
  const opened = (latest: string, isLive: boolean, records = [old, record]) =>
    firstWithEpochs(runChoices(records, latest, isLive), latest, isLive)?.id;
  expect(opened('Run 0', false), 'the latest run has no epochs').toBe('Run 1');
  expect(opened('Run 0', true), 'it is on the page').toBe('Run 0');
  expect(opened('Run 0', false, [old]), 'there is no other').toBe('Run 0');
});
