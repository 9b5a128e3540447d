import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readSafetensors, writeSafetensors } from '../../src/export/safetensors.ts';
import { crc32 } from '../../src/lib/crc32.ts';
import { model } from './inputs.ts';

type Json = Record<string, unknown>;
type Tensors = ReturnType<typeof readSafetensors>['tensors'];

const FILES = unzipSync(model);
const CONFIG = JSON.parse(strFromU8(FILES['config.json']!)) as Json;
const VOCABULARY = JSON.parse(strFromU8(FILES['vocabulary.json']!)) as Json;
const { tensors: TENSORS } = readSafetensors(FILES['model.safetensors']!);

/** Values that a field may be given: of other kinds, sizes, and of other fields of a model. */
const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', -1, 0, 0.5, 7, 1e9, 'B-PER', 'BIO', 'BIOES', 'none', 'lstm', 'gru', [], {}),
  fc.constantFrom<unknown>(
    ['O', 'O'],
    ['x0', 'x1'],
    { PER: 1 },
    'x'.repeat(5000),
    Array.from({ length: 3000 }, (_, i) => `w${i}`),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A change of one place of a JSON value, chosen by numbers. */
const jsonChange = fc.record({ path: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), kind: fc.nat(4), value });

function changed(
  json: unknown,
  { path: [at = 0, ...rest], kind, value: to }: { path: number[]; kind: number; value: unknown },
): unknown {
  if (typeof json !== 'object' || json === null) return to;
  if (Array.isArray(json)) {
    if (json.length === 0 || kind === 0) return [...(json as unknown[]), to];
    const i = at % json.length;
    if (kind === 1) return json.toSpliced(i, 1);
    if (kind === 2) return [...(json as unknown[]).slice(i), ...(json as unknown[]).slice(0, i)];
    return (json as unknown[]).with(i, rest.length === 0 ? to : changed(json[i], { path: rest, kind, value: to }));
  }
  const keys = Object.keys(json);
  const key = keys[at % Math.max(1, keys.length)] ?? 'x';
  const fields = json as Json;
  if (kind === 1 && rest.length === 0)
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));
  return { ...fields, [key]: rest.length === 0 ? to : changed(fields[key], { path: rest, kind, value: to }) };
}

const tensorChange = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('drop', 'rename', 'transpose', 'large', 'nan', 'empty', 'zero', 'swap'),
  by: fc.constantFrom(1e4, 1e6, 3e38, -1e30),
});

function changedTensors(tensors: Tensors, { at, kind, by }: { at: number; kind: string; by: number }): Tensors {
  const names = Object.keys(tensors);
  const name = names[at % names.length]!;
  const { [name]: tensor, ...others } = tensors;
  const { shape, values } = tensor!;
  switch (kind) {
    case 'drop':
      return others;
    case 'rename':
      return { ...others, [`${name}.old`]: tensor! };
    case 'transpose':
      return { ...tensors, [name]: { shape: shape.toReversed(), values } };
    case 'large':
      return { ...tensors, [name]: { shape, values: values.map((one) => one * by) } };
    case 'nan':
      return { ...tensors, [name]: { shape, values: values.with(at % values.length, NaN) } };
    case 'empty':
      return { ...tensors, [name]: { shape: [0], values: new Float32Array() } };
    case 'zero':
      return { ...tensors, [name]: { shape, values: new Float32Array(values.length) } };
    default:
      return { ...tensors, [name]: tensors[names[(at + 1) % names.length]!]! };
  }
}

/** Models with right checksums whose settings, words, tags and weights contradict each other. */
export const contradictions: fc.Arbitrary<Uint8Array<ArrayBuffer>> = fc
  .record({
    config: fc.array(jsonChange, { maxLength: 2 }),
    vocabulary: fc.array(jsonChange, { maxLength: 2 }),
    tensors: fc.array(tensorChange, { maxLength: 1 }),
  })
  .map((changes) => {
    const vocabulary = strToU8(JSON.stringify(changes.vocabulary.reduce(changed, VOCABULARY)));
    const weights = writeSafetensors(changes.tensors.reduce(changedTensors, TENSORS), { format: 'tagsmith-model' });
    const about = changes.config.reduce(changed, CONFIG);
    const checksums = {
      ...(CONFIG['checksums'] as Json),
      'vocabulary.json': crc32(vocabulary),
      'model.safetensors': crc32(weights),
    };
    const config = strToU8(
      JSON.stringify(typeof about === 'object' && about !== null ? { ...about, checksums } : about),
    );
    return zipSync({
      ...FILES,
      'config.json': config,
      'config.crc32': strToU8(crc32(config).toString(16).padStart(8, '0')),
      'vocabulary.json': vocabulary,
      'model.safetensors': [weights, { level: 0 }],
    }) as Uint8Array<ArrayBuffer>;
  });
