import { architectureOf, type RunConfig } from '../config/schema.ts';
import { ILLEGAL_SCORE } from '../crf/constraints.ts';
import { viterbi } from '../crf/decode.ts';
import { tagKind, type Sentence } from '../data/corpus.ts';
import { TagSets } from '../data/tags/partial-tags.ts';
import { isTagged, tagInventory, trainingStyle, trainingTags } from '../data/tags/training-tags.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { modelParts, type ModelParts, type TaggerModel } from '../model/model.ts';
import { readByTeacher, type TeacherMember, type TeacherOptions } from '../model/teacher.ts';
import { downloadWeights, initialWeights, uploadWeights, type HostWeights } from '../model/weights.ts';
import { augmented } from './augmentation.ts';
import { trainingData, type prepareRun, type RunSource } from './prepare.ts';

/** The parameters that have a value for each tag, in their last dimension. */
const BY_TAG = ['output.w', 'output.b', 'indicators.w', 'crf.transitions', 'crf.start', 'crf.end'];

type Data = Pick<RunSource, 'train' | 'dev'>;

/** The tags of a model, and after them those of types that it lacks. */
export function grownTags(model: ModelParts, { train, dev }: Data): string[] {
  const tags = tagInventory([...train, ...dev], trainingStyle(model.config, model.style));
  return [...new Set([...model.vocabulary.tags, ...tags])];
}

/**
 * Prepares to train a model further, with other settings. It keeps its architecture and vocabulary. If the data have types that it lacks,
 * its tag set grows: see `prepareNewTypes`.
 *
 * @param model with its weights on the device; it is not changed
 * @param stored its vectors for words that its vocabulary lacks
 */
export async function prepareFurther(
  model: TaggerModel,
  data: Data,
  stored: StoredVectors | undefined,
  options: TeacherOptions = {},
): Promise<typeof prepareRun> {
  const { vocabulary, style, encoder } = model;
  const tags = grownTags(model, data);
  if (tags.length > vocabulary.tags.length) return prepareNewTypes(model, tags, data, stored, options);
  const host = await downloadWeights(model.weights);
  const architecture = architectureOf(model.config);
  return (requested, source) => {
    const parts = { ...modelParts({ ...requested, ...architecture }, vocabulary, style), encoder };
    const train = encoder ? source.train : augmented(source.train, requested, source.style);
    return { data: trainingData(parts, { ...source, train }), model: { ...parts, weights: uploadWeights(host) } };
  };
}

/**
 * On the new sentences, what a model knows about its own types is kept by its own distribution over tag sequences, restricted to those that
 * agree with the annotation, which is the training target (knowledge distillation; Monaikul et al. 2021 for new entity types).
 *
 * @param tags see `grownTags`
 */
async function prepareNewTypes(
  model: TaggerModel,
  tags: string[],
  data: Data,
  stored: StoredVectors | undefined,
  options: TeacherOptions,
): Promise<typeof prepareRun> {
  const vocabulary = new Vocabulary({ ...model.vocabulary.toJSON(), tags });
  const partsFor = (config: RunConfig): ModelParts => ({
    ...modelParts({ ...config, ...architectureOf(model.config) }, vocabulary, model.style),
    encoder: model.encoder,
  });
  const sentences = data.train.filter(isTagged);
  const { member } = await readByTeacher(model, sentences, stored, options);
  const targets = grownMember(member, sentences, partsFor(model.config));
  const old = await downloadWeights(model.weights);
  const outside = tagKind(model.style) === 'entities' ? vocabulary.tagId('O') : undefined;
  return (requested, source) => {
    const parts = partsFor(requested);
    const { train, ...rest } = trainingData(parts, source);
    const paths = targets.emissions.map((emissions) => viterbi(emissions, targets.crf).tags);
    const taught = { ...train, sentences: train.sentences.map((one, s) => ({ ...one, tags: paths[s]! })) };
    const weights = uploadWeights(
      grownWeights(old, initialWeights(parts.config, vocabulary, old['words']?.values ?? new Float32Array(0)), outside),
    );
    return { model: { ...parts, weights }, data: { ...rest, train: taught, teacher: [targets] } };
  };
}

/** New tags begin with the weights of O and this much less: rare, so that the first steps do not disturb what the model knows. */
const NEW_TAG_BIAS = -4;

/** The old parameters, with those of new tags. @param outside id of O; undefined without a scheme */
function grownWeights(old: HostWeights, initial: HostWeights, outside: number | undefined): HostWeights {
  const grown = { ...old };
  for (const name of BY_TAG) {
    const [before, after] = [old[name], initial[name]];
    if (before === undefined || after === undefined) continue; // a softmax decoder has no transitions
    const [from, to] = [before.shape.at(-1)!, after.shape.at(-1)!]; // K
    const values = after.values.slice();
    for (let i = 0; i < before.values.length; i++) values[Math.floor(i / from) * to + (i % from)] = before.values[i]!;
    if (outside !== undefined && !name.startsWith('crf.')) {
      // Of the weights of features, the first row is that of the feature of every token.
      const biased = { 'output.b': to, 'indicators.w': to }[name] ?? 0;
      for (let i = 0; i < values.length; i++) {
        if (i % to >= from) values[i] = values[i - (i % to) + outside]! + (i < biased ? NEW_TAG_BIAS : 0);
      }
    }
    grown[name] = { shape: after.shape, values };
  }
  return grown;
}

/** The scores of the old model over the grown tags. Tags that the annotation of a token excludes are penalised. */
function grownMember(
  { emissions, crf }: TeacherMember,
  sentences: readonly Sentence[],
  { vocabulary, illegal, config, style }: ModelParts,
): TeacherMember {
  const { tags } = vocabulary;
  const [from, to] = [crf.start.length, tags.length]; // K before and after
  const training = trainingStyle(config, style);
  const sets = new TagSets(tags, training);
  const scoresOf = (old: Float32Array, mask: Uint8Array, rows: number) => {
    const scores = Float32Array.from(mask, (isIllegal) => isIllegal * ILLEGAL_SCORE);
    for (let i = 0; i < rows; i++) scores.set(old.subarray(i * from, (i + 1) * from), i * to);
    return scores;
  };
  return {
    crf: {
      transitions: scoresOf(crf.transitions, illegal.transitions, from),
      start: scoresOf(crf.start, illegal.start, 1),
      end: scoresOf(crf.end, illegal.end, 1),
    },
    emissions: sentences.map((sentence, s) => {
      const allowed = sets.of(sentence);
      const gold = trainingTags(sentence, training).map((tag) => vocabulary.tagId(tag));
      const scores = new Float32Array(gold.length * to).fill(ILLEGAL_SCORE);
      gold.forEach((tag, t) => {
        const set = allowed?.[t];
        for (let k = 0; k < to; k++) {
          // The old model tells nothing about new types: they are where the annotation has them.
          if (k === tag || (set?.[k] === 1 && k < from))
            scores[t * to + k] = k < from ? emissions[s]![t * from + k]! : 0;
        }
      });
      return scores;
    }),
  };
}
