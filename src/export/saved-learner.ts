import * as v from 'valibot';
import { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { modelParts } from '../model/model.ts';
import type { SavedLearner } from '../runs/learner.ts';
import { knownSettings, style, vocabularyData } from './bundle-format.ts';
import { check, object, oneOf, record, whole } from './checks.ts';
import { readSafetensors, writeSafetensors } from './safetensors.ts';

/** The metadata entry `learner`, as JSON. Only read by the browser that wrote it. */
const savedLearner = object({
  format: oneOf('tagsmith-learner'),
  version: oneOf(1),
  config: record(v.unknown()),
  vocabulary: vocabularyData,
  style,
  sentences: whole(0),
  scratchSentences: whole(0),
  vectors: whole(0),
});

/** Writes the model of a learner as one safetensors file. */
export function writeSavedLearner({ model, scratchSentences }: SavedLearner): Uint8Array<ArrayBuffer> {
  const { parts, host, sentences, vectors } = model;
  const json: v.InferOutput<typeof savedLearner> = {
    format: 'tagsmith-learner',
    version: 1,
    config: { ...parts.config },
    vocabulary: parts.vocabulary.toJSON(),
    style: parts.style,
    sentences,
    scratchSentences,
    vectors,
  };
  return writeSafetensors(host, { learner: JSON.stringify(json) });
}

/** @returns undefined if it cannot be read or has another version: a model is then trained from scratch */
export function readSavedLearner(bytes: Uint8Array): SavedLearner | undefined {
  try {
    const { tensors, metadata } = readSafetensors(bytes);
    const read = check(savedLearner, JSON.parse(metadata['learner'] ?? 'null'), 'learner');
    const parts = modelParts(knownSettings(read.config), new Vocabulary(read.vocabulary), read.style);
    const { sentences, vectors, scratchSentences } = read;
    return { model: { parts, host: tensors, from: 'model', sentences, vectors }, scratchSentences };
  } catch {
    return undefined;
  }
}
