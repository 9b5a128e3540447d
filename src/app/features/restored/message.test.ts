import { expect, test } from 'vitest';
import { runRecord } from '../../../../test/app/samples.ts';
import { restoredMessage } from './message.ts';

const NOTHING = { at: 0, hasOwn: false, missing: [], damaged: [], locked: [] };
const run = runRecord('Run 10', 7, { reason: undefined, checkpoint: { epoch: 6, bytes: 1 } });

test('an interrupted run is offered, with its epoch', () => {
  expect(restoredMessage(NOTHING, run)).toEqual({
    title: 'Run 10 was interrupted in epoch 8.',
    text: 'It continues after epoch 6 and gives the same result as without the interruption.',
    isLoss: false,
  });
  expect(restoredMessage(NOTHING, { ...run, epochs: [], checkpoint: undefined })).toEqual({
    title: 'Run 10 was interrupted in epoch 1.',
    text: 'It had no complete epoch: press Train to start again.',
    isLoss: false,
  });
});

test('an interrupted run that cannot be resumed says why', () => {
  const of = (changes: Partial<typeof run>) => restoredMessage(NOTHING, { ...run, checkpoint: undefined, ...changes });
  expect(of({})!.text).toBe('No checkpoint of it is stored: press Train to start again.');
  expect(of({ recipe: { ...run.recipe, seeds: 3 } })).toMatchObject({
    title: 'Run 10 was interrupted.',
    text: 'Several seeds cannot be resumed: press Train to start again.',
  });
  expect(of({ recipe: { ...run.recipe, unlabelled: true } })).toMatchObject({
    title: 'Run 10 was interrupted.',
    text: 'Teachers and a student cannot be resumed: press Train to start again.',
  });
});

test('files that could not be restored are named', () => {
  const restored = { ...NOTHING, hasOwn: true, missing: ['a.train'], locked: ['b.vec'] };
  expect(restoredMessage(restored, undefined)!.text).toMatch(/^Files and recipe were restored\. /);
  expect(restoredMessage({ ...restored, hasModel: true }, undefined)!.text).toBe(
    'Files, recipe and model were restored. Not stored in this browser, add again: a.train. ' +
      'The browser asks for permission to read b.vec again.',
  );
});

test('a model that was not stored is named', () => {
  expect(restoredMessage({ ...NOTHING, hasOwn: true, isModelLost: true }, undefined)).toMatchObject({
    isLoss: true,
    text: expect.stringMatching(
      /^Files and recipe were restored\. The model that was in use is not stored: /,
    ) as string,
  });
});

test('what was stored damaged is named', () => {
  expect(restoredMessage({ ...NOTHING, hasOwn: true, damaged: ['a.dev', 'the recipe'] }, undefined)?.text).toBe(
    'What is not damaged was restored. Stored damaged, and not restored: a.dev, the recipe.',
  );
});

test('files whose checksums are lost are named', () => {
  expect(
    restoredMessage({ ...NOTHING, damaged: ['the list of files'], unchecked: ['a.dev'] }, undefined),
  ).toMatchObject({
    isLoss: true,
    text: expect.stringContaining('so compare with your own copies: a.dev.') as string,
  });
});

test('there is no message if nothing was restored', () => {
  expect(restoredMessage(NOTHING, undefined)).toBeUndefined();
});
