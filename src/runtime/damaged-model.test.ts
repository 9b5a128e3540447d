import { unzipSync, zipSync, strToU8 } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { newRun } from '../../test/helpers/exported-models.ts';
import { PROVENANCE, useReferences } from '../../test/helpers/tiny-run.ts';
import { writeBundle } from '../export/bundle.ts';
import { toBundle } from '../export/model-bundle.ts';
import { crc32 } from '../lib/crc32.ts';
import { disposeWeights } from '../model/weights.ts';
import { Tagger } from './tagger.ts';

let zip: Uint8Array<ArrayBuffer>;
let files: Record<string, Uint8Array>;
beforeAll(async () => {
  await useReferences();
  const run = await newRun({ settings: {} });
  zip = writeBundle(await toBundle(run.model, PROVENANCE));
  files = unzipSync(zip);
  disposeWeights(run.model.weights);
});

const flipped = (bytes: Uint8Array) => bytes.map((byte, i) => (i === bytes.length - 1 ? byte ^ 1 : byte));
const changed = (changes: Record<string, Uint8Array>) => Tagger.load(zipSync({ ...files, ...changes }));
const jsonOf = (name: string) => JSON.parse(new TextDecoder().decode(files[name])) as Record<string, unknown>;
const withConfig = (config: object) => {
  const bytes = strToU8(JSON.stringify(config));
  return { 'config.json': bytes, 'config.crc32': strToU8(crc32(bytes).toString(16).padStart(8, '0')) };
};
const configWith = (changes: object) => withConfig({ ...jsonOf('config.json'), ...changes });
/** A field of `config.json`, or of an object in it. */
const settingWith = (path: string, value: unknown) => {
  const [outer = '', inner] = path.split('.');
  const before = jsonOf('config.json')[outer] as object;
  return configWith({ [outer]: inner === undefined ? value : { ...before, [inner]: value } });
};
const vocabularyWith = (changes: object) => {
  const vocabulary = strToU8(JSON.stringify({ ...jsonOf('vocabulary.json'), ...changes }));
  const checksums = { ...(jsonOf('config.json')['checksums'] as object), 'vocabulary.json': crc32(vocabulary) };
  return { ...configWith({ checksums }), 'vocabulary.json': vocabulary };
};

/** The model with other places of its tensors. */
const tensorsWith = (place: (begin: number) => number) => {
  const bytes = files['model.safetensors']!;
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  const { __metadata__: about, ...tensors } = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as Record<string, { data_offsets: [number, number] }>; // prettier-ignore
  const moved = Object.entries(tensors).map(([name, tensor]) => {
    const [begin, end] = tensor.data_offsets;
    return [name, { ...tensor, data_offsets: [place(begin), place(begin) + end - begin] }];
  });
  const header = strToU8(JSON.stringify({ __metadata__: about, ...Object.fromEntries(moved) }));
  const changedBytes = new Uint8Array(8 + header.length + bytes.length - 8 - length);
  new DataView(changedBytes.buffer).setBigUint64(0, BigInt(header.length), true);
  changedBytes.set(header, 8);
  changedBytes.set(bytes.subarray(8 + length), 8 + header.length);
  const checksums = { ...(jsonOf('config.json')['checksums'] as object), 'model.safetensors': crc32(changedBytes) };
  return { ...configWith({ checksums }), 'model.safetensors': changedBytes };
};

test.each([
  ['no file at the address', () => Tagger.load(new Response('gone', { status: 404 })), /404.*check the address/s],
  ['a web page in its place', () => Tagger.load(new Response('<!doctype html><p>Home')), /web page.*address/],
  ['nothing', () => Tagger.load(new Uint8Array()), /empty/],
  ['half of a zip', () => Tagger.load(zip.slice(0, zip.length / 2)), /damaged or incomplete/],
  ['a changed byte', () => changed({ 'model.safetensors': flipped(files['model.safetensors']!) }), /checksum/],
  ['a later version', () => changed(configWith({ version: 9 })), /version 9.*reads 1\./],
  ['a missing file', () => changed({ 'vocabulary.json': new Uint8Array() }), /checksum/],
  [
    'an architecture of the future',
    () => changed(configWith({ config: { cell: 'mamba', charEncoder: 'cnn', decoder: 'crf' } })),
    /cell mamba/,
  ],
  [
    'a changed setting, whose checksum is not',
    () => changed({ 'config.json': configWith({ confidence: { threshold: 0.9 } })['config.json'] }),
    /config\.json has the checksum/,
  ],
  ['no object in config.json', () => changed(withConfig([])), /not of a tagsmith-model/],
  ['null in config.json', () => changed({ 'config.json': strToU8('null') }), /^Tagsmith: the model cannot be read/],
  ['no checksums', () => changed(settingWith('checksums', undefined)), /wrong checksums/],
  ['a size that is text', () => changed(settingWith('config.hidden', '16')), /wrong config\.hidden/],
  ['a size of another model', () => changed(settingWith('config.charFeatures', 1e9)), /parameter layer0\.wx is \[/],
  ['a flag that is text', () => changed(settingWith('config.constraints', 'BIO')), /wrong config\.constraints/],
  ['letters that are none', () => changed(settingWith('style.letters', ['B', 'I'])), /wrong style\.letters/],
  ['a threshold above 1', () => changed(configWith({ confidence: { threshold: 7 } })), /wrong confidence\.threshold/],
  ['words that are numbers', () => changed(vocabularyWith({ words: [1, 2] })), /vocabulary\.json has a wrong words/],
  ['a word that does not exist', () => changed(vocabularyWith({ unlinked: [1e6] })), /wrong unlinked/],
  ['tensors that share bytes', () => changed(tensorsWith(() => 0)), /tensor .* is stored at bytes/],
  ['tensors beyond the end', () => changed(tensorsWith((at) => at + 4096)), /tensor .* is stored at bytes/],
  ['a worker where there are none', () => Tagger.load(zip, { worker: true }), /cannot start workers/],
])('%s is told from a model', async (_, load, message) => {
  await expect(load()).rejects.toThrow(message);
});
