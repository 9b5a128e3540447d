import { fromBinary } from '@bufbuild/protobuf';
import { unzipSync } from 'fflate';
import { ModelProtoSchema } from 'onnx-buf';
import * as ort from 'onnxruntime-web';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectClose } from '../../test/helpers/allclose.ts';
import { CASES, newRun, outcomeHere, SENTENCES } from '../../test/helpers/exported-models.ts';
import { TOLERANCES } from '../../test/helpers/tolerances.ts';
import { viterbi } from '../crf/decode.ts';
import { compactVectorsFrom } from '../data/vectors/compact.ts';
import { writeBundle } from '../export/bundle.ts';
import { decodingScores } from '../model/crf-scores.ts';
import { disposeWeights } from '../model/weights.ts';
import { toBundle } from '../export/model-bundle.ts';
import { tagText } from '../tagging/text.ts';
import { PROVENANCE, useReferences } from '../../test/helpers/tiny-run.ts';
import type * as Program from './tagger.ts';
import source from 'virtual:tagger.mjs';

const TEXT = 'Mio Bell left “Norrby Road” in 1924. Ada’s otter went to Weir — last May!\n\nOld Norrby 🦦 Vale';

/** The built module, as it is in the zip. */
const { Tagger } = (await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
)) as typeof Program;

const RUNTIME = ort as unknown as Program.Runtime;

beforeAll(useReferences);

describe.each(Object.entries(CASES))('an exported model in ONNX Runtime: %s', (_, choice) => {
  let run: Awaited<ReturnType<typeof newRun>>;
  let files: Record<string, Uint8Array>;
  const stored = choice.vectors && compactVectorsFrom(choice.vectors);
  const read = (name: string) => Promise.resolve(files[name]!);

  beforeAll(async () => {
    ort.env.wasm.numThreads = 1;
    run = await newRun(choice);
    files = unzipSync(writeBundle(await toBundle(run.model, PROVENANCE, stored)));
  });
  afterAll(() => disposeWeights(run.model.weights));

  test('gives the same tags as the studio', async () => {
    const tagger = await Tagger.load(RUNTIME, read);
    const expected = await outcomeHere(run, choice);
    expect(await tagger.tagTokens(SENTENCES)).toEqual(expected.tags);
    expect(new Set(expected.tags.flat()).size).toBeGreaterThan(1); // otherwise equal tags prove little
  });

  test('finds the entities of a text, with offsets and probabilities', async () => {
    const tagger = await Tagger.load(RUNTIME, read);
    const { sentences } = await tagText(run.model, TEXT, stored);
    const found = await tagger.tag(TEXT);
    expect(found.map(({ tokens }) => tokens.map(({ text, start, end, tag }) => [text, start, end, tag]))).toEqual(
      sentences.map(({ tokens }) => tokens.map(({ text, start, end, tag }) => [text, start, end, tag])),
    );
    sentences.forEach(({ entities }, i) => {
      expect(found[i]!.entities).toMatchObject(
        entities.map(({ type, start, end }) => ({ type, start, end, text: TEXT.slice(start, end) })),
      );
      const probabilities = (of: { probability: number }[]) => of.map(({ probability }) => probability);
      expectClose(probabilities(found[i]!.entities), probabilities(entities), TOLERANCES.pytorch);
    });
  });

  test('tags a single token, and handles empty input', async () => {
    const tagger = await Tagger.load(RUNTIME, read);
    const { sentences } = await tagText(run.model, 'Ada', stored);
    expect(await tagger.tagTokens([['Ada']])).toEqual(sentences.map(({ tokens }) => tokens.map(({ tag }) => tag)));
    expect(await tagger.tagTokens([[], []])).toEqual([[], []]);
    expect(await tagger.tag(' \n')).toEqual([]);
  });

  test('the graph returns emissions, the best path, and the names of the tags', async () => {
    const externalData = ['model.safetensors', 'vectors.bin'].flatMap((path) => {
      const data = files[path];
      return data ? [{ path, data }] : [];
    });
    const session = await ort.InferenceSession.create(files['model.onnx']!, { externalData });
    const runs: ort.InferenceSession.ReturnType[] = [];
    const recorded: Program.Session = {
      run: async (inputs) => {
        const outputs = await session.run(inputs as Record<string, ort.Tensor>);
        runs.push(outputs);
        return outputs;
      },
    };
    const tagger = await Tagger.load(RUNTIME, read, recorded);
    await tagger.tagTokens(SENTENCES);
    expect(runs).toHaveLength(1);
    const { emissions, tags } = runs[0]!;
    const [B, T, K] = emissions!.dims as [number, number, number];
    const expected = (await outcomeHere(run, choice)).emissions.filter(({ length }) => length > 0);
    expected.sort((a, b) => a.length - b.length); // shortest first, as in the batch
    expect([B, K]).toEqual([expected.length, run.model.vocabulary.tags.length]);
    const { metadataProps } = fromBinary(ModelProtoSchema, files['model.onnx']!);
    expect(metadataProps).toMatchObject([{ key: 'tags', value: JSON.stringify(run.model.vocabulary.tags) }]);
    const scores = await decodingScores(run.model);
    expected.forEach((rows, b) => {
      const found = (emissions!.data as Float32Array).subarray(b * T * K, b * T * K + rows.length);
      expectClose(found, rows, TOLERANCES.pytorch);
      const path = [...(tags!.data as Int32Array).subarray(b * T, (b + 1) * T)];
      const best = [...viterbi(Float32Array.from(rows), scores).tags];
      expect(path).toEqual([...best, ...path.slice(best.length).fill(-1)]);
    });
  });
});
