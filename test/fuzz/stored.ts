import fc from 'fast-check';
import { packLogEntry } from '../../src/annotation/sets/log-entry.ts';
import { replay, replayPastDamage } from '../../src/annotation/sets/replay.ts';
import { spanTypes, type Action } from '../../src/annotation/sets/set.ts';
import { sentence } from '../../src/annotation/testing.ts';
import { readKeptLearner, readSetRecord } from '../../src/app/features/annotate/storage/stored-set.ts';
import { readRecord } from '../../src/app/keep/stored-record.ts';
import { readWorkspace } from '../../src/app/keep/stored-workspace.ts';
import { DEFAULT_RECIPE } from '../../src/app/stores/recipe-address.ts';
import { readSavedLearner } from '../../src/export/saved-learner.ts';
import { readSavedRun } from '../../src/export/saved-run.ts';
import { writeSafetensors } from '../../src/export/safetensors.ts';
import { runRecord, runResult, scoresAt } from '../app/samples.ts';
import { damagesOf } from '../helpers/damage.ts';
import { WRITTEN } from './written.ts';

const PER = { start: 0, end: 1, type: 'PER' };
const ACTIONS: Action[] = [
  { kind: 'types', types: spanTypes(['PER', 'LOC']), renamed: {} },
  { kind: 'import', sentences: [sentence('Nora sails', [PER], 'accepted'), sentence('Ivo leaves Oslo')] },
  { kind: 'edit', edits: [{ id: 1, spans: [PER], refused: [PER], state: 'accepted' }] },
];
const LINES = ACTIONS.map((action, line) => ({ line, stored: packLogEntry({ kind: 'do', at: 100 + line, action }) }));

/** A kind of stored record: an undamaged one, and its reader, which throws for anything but a result or a refusal. */
interface Kind {
  record: unknown;
  read: (damaged: unknown) => unknown;
}

const ofRun = (json: unknown) => writeSafetensors({ a: { shape: [1], values: Float32Array.of(1) } }, { crc32: '00000000', run: JSON.stringify(json) ?? '' }); // prettier-ignore

export const STORED: Record<string, Kind> = {
  ...WRITTEN,
  run: {
    record: runRecord('a', 2, { seeds: [runResult('seeds', 1, 2)], model: { epoch: 2, f1: 0.9, bytes: 12 } }),
    read: (damaged) => structuredClone(readRecord('a', damaged)),
  },
  workspace: {
    record: {
      id: 'a',
      changedAt: 5,
      files: [{ name: 'a.train', role: 'train', scheme: 'BIO', weights: [[1, 0.5]], settings: {} }],
      sources: [{ name: 'a.train', bytes: 10, kept: 'copy', crc: 7 }],
      recipe: DEFAULT_RECIPE,
      text: 'Nora sails.',
      model: 'run',
    },
    read: (damaged) => structuredClone(readWorkspace('a', damaged)),
  },
  'annotation set': {
    record: { id: 'a', name: 'Letters', sentences: 2, accepted: 1, createdAt: 1, changedAt: 2, lines: 3 },
    read: (damaged) => readSetRecord('a', damaged),
  },
  learner: {
    record: { version: 1, learnt: { trainedOn: 20 }, curve: [{ sentences: 20, f1: 0.5 }], queue: Int32Array.of(1, 0), sentences: 2, annotated: 1 }, // prettier-ignore
    read: (damaged) => readKeptLearner(damaged),
  },
  'log of annotations': {
    record: LINES,
    read: async (damaged) => {
      const lines = Array.isArray(damaged)
        ? (damaged as typeof LINES).filter((line) => typeof line === 'object' && line !== null)
        : [];
      const { history } = await replayPastDamage(lines);
      const { damage } = await replay(lines);
      for (const { tokens, spans } of history.set.sentences.values())
        for (const { start, end } of spans)
          if (!(start >= 0 && start < end && end <= tokens.length)) throw new Error(`span ${start} to ${end}`);
      return damage;
    },
  },
  checkpoint: {
    record: { format: 'tagsmith-run', version: 1, config: {}, fingerprint: 1, epoch: 1, step: 2, optimizerUpdates: 2, averageUpdates: 0, best: { epoch: 1, scores: scoresAt(1) }, reports: [] }, // prettier-ignore
    read: (damaged) => readSavedRun(ofRun(damaged)),
  },
  'model of a learner': {
    record: {
      format: 'tagsmith-learner',
      version: 1,
      config: {},
      vocabulary: { words: ['<unk>'] },
      style: {},
      sentences: 1,
    },
    read: (damaged) => readSavedLearner(writeSafetensors({}, { learner: JSON.stringify(damaged) ?? '' })),
  },
};

/** Records that are damaged in one to three places. */
export const stored = fc
  .tuple(fc.constantFrom(...Object.keys(STORED)), fc.array(fc.nat(), { minLength: 1, maxLength: 3 }))
  .map(([kind, choices]) => {
    const whats: string[] = [];
    let value = STORED[kind]!.record;
    for (const choice of choices) {
      const all = [...damagesOf(value)];
      const damaged = all[choice % all.length]!;
      whats.push(damaged.what);
      value = damaged.value;
    }
    return { kind, what: whats.join('; '), value };
  });
