import { fromBinary } from '@bufbuild/protobuf';
import { unzipSync } from 'fflate';
import { ModelProtoSchema } from 'onnx-buf';
import * as ort from 'onnxruntime-web';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { CASES, newRun, outcomeHere, SENTENCES } from '../../../test/helpers/exported-models.ts';
import { onnxInputs } from '../../../test/helpers/onnx-inputs.ts';
import { PROVENANCE, useReferences } from '../../../test/helpers/tiny-run.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { viterbi } from '../../crf/decode.ts';
import { compactVectorsFrom } from '../../data/vectors/compact.ts';
import { wordIndexFrom } from '../../data/vectors/word-index.ts';
import { decodingScores } from '../../model/crf-scores.ts';
import { disposeWeights } from '../../model/weights.ts';
import { writeBundle } from '../bundle.ts';
import { toBundle } from '../model-bundle.ts';

beforeAll(useReferences);

describe.each(Object.entries(CASES))('an exported graph in ONNX Runtime: %s', (_, choice) => {
  let run: Awaited<ReturnType<typeof newRun>>;
  let files: Record<string, Uint8Array>;
  const stored = choice.vectors && compactVectorsFrom(choice.vectors);

  beforeAll(async () => {
    ort.env.wasm.numThreads = 1;
    run = await newRun(choice);
    files = unzipSync(writeBundle(await toBundle(run.model, PROVENANCE, stored), choice.bundle));
  });
  afterAll(() => disposeWeights(run.model.weights));

  test('returns emissions, the best path, and the names of the tags', async () => {
    const externalData = ['model.safetensors', 'vectors.bin', 'model.onnx.data'].flatMap((path) => {
      const data = files[path];
      return data ? [{ path, data }] : [];
    });
    const session = await ort.InferenceSession.create(files['model.onnx']!, { externalData });
    const sentences = SENTENCES.filter(({ length }) => length > 0);
    const { vocabulary } = run.model;
    const extra = wordIndexFrom(choice.vectors?.hashes ?? []);
    const wordRow = (form: string) => {
      const row = vocabulary.wordRow(form);
      const found = row > 0 ? -1 : extra.findKey(vocabulary.key(form));
      return found < 0 ? row : vocabulary.words.length + found;
    };
    const inputs = Object.entries(onnxInputs(sentences, vocabulary, wordRow));
    const { emissions, tags } = await session.run(
      Object.fromEntries(inputs.map(([name, { data, shape }]) => [name, new ort.Tensor('int32', data, shape)])),
    );
    const [B, T, K] = emissions!.dims as [number, number, number];
    const expected = (await outcomeHere(run, choice)).emissions.filter(({ length }) => length > 0);
    expect([B, K]).toEqual([expected.length, vocabulary.tags.length]);
    const { metadataProps } = fromBinary(ModelProtoSchema, files['model.onnx']!);
    expect(metadataProps).toMatchObject([{ key: 'tags', value: JSON.stringify(vocabulary.tags) }]);
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
