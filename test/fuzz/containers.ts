import fc from 'fast-check';
import { deflateSync, gzipSync, unzipSync } from 'fflate';
import { crc32 } from '../../src/lib/crc32.ts';
import { model, type Input } from './inputs.ts';

/** An entry of a zip archive whose headers may lie about its contents. */
interface Entry {
  name: string;
  contents: Uint8Array;
  method: number;
  flags: number;
  /** Unpacked size in its headers; undefined: the true one. */
  size: number | undefined;
  isChecksumWrong: boolean;
}

const FILES = Object.entries(unzipSync(model));
const NAMES = [
  ...FILES.map(([name]) => name),
  'model/config.json',
  '../config.json',
  '/model.safetensors',
  'CONFIG.JSON',
  'a.conll',
  'b.jsonl',
  'word/document.xml',
  '',
  'x'.repeat(3000),
  'a\0b.txt',
  '__proto__',
];
/** Unpacked sizes that a header may state: none, little, more than an archive may have, more than memory. */
const SIZES = [0, 1, 64, 2 ** 27 + 1, 2 ** 31, 2 ** 32 - 1];

const contents = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...FILES.map(([, bytes]) => bytes)) },
  fc.uint8Array({ maxLength: 200 }),
  fc.nat(4).map((power) => new Uint8Array(10 ** power * 1000)), // zeros
  fc.constant(model),
);

const entry: fc.Arbitrary<Entry> = fc.record({
  name: fc.constantFrom(...NAMES),
  contents,
  method: fc.constantFrom(0, 8, 8, 8, 8, 9, 12, 99),
  flags: fc.constantFrom(0, 0, 0, 0, 1, 8, 2048, 65535),
  size: fc.option(fc.constantFrom(...SIZES), { nil: undefined, freq: 3 }),
  isChecksumWrong: fc.constantFrom(false, false, false, true),
});

/** Files, some of them with lying headers, and other entries. */
const entriesOf = (files: readonly (readonly [name: string, contents: Uint8Array])[]) =>
  fc
    .tuple(fc.array(fc.tuple(fc.nat(files.length - 1), entry), { maxLength: 2 }), fc.array(entry, { maxLength: 3 }))
    .map(([changes, more]) => {
      const own = files.map(([name, bytes], i): Entry => {
        const change = changes.find(([at]) => at === i)?.[1];
        const plain = { name, contents: bytes, method: 8, flags: 0, size: undefined, isChecksumWrong: false };
        return change === undefined ? plain : { ...change, name };
      });
      return [...own, ...more];
    });

const directory = fc.record({
  /** Added to the number of entries and to the offset of the directory. */
  count: fc.constantFrom(0, 0, 0, 0, 1, -1, 65_535),
  offset: fc.constantFrom(0, 0, 0, 0, 1, -7, 2 ** 31),
  comment: fc.uint8Array({ maxLength: 40 }),
  before: fc.uint8Array({ maxLength: 20 }),
});

/** Archives of files whose directory, headers and contents contradict each other. */
export const lyingZip = (files: Parameters<typeof entriesOf>[0]) =>
  fc.tuple(entriesOf(files), directory).map(([all, { count, offset, comment, before }]) => {
    const parts: Uint8Array[] = [before];
    const central: Uint8Array[] = [];
    let at = before.length;
    for (const { name, contents: raw, method, flags, size = raw.length, isChecksumWrong } of all) {
      const packed = method === 0 ? raw : deflateSync(raw, { level: 6 });
      const nameBytes = new TextEncoder().encode(name);
      const shared = [
        ...le16(20, flags, method, 0, 0),
        ...le32(crc32(raw) + (isChecksumWrong ? 1 : 0), packed.length, size),
        ...le16(nameBytes.length, 0),
      ];
      const local = Uint8Array.from([0x50, 0x4b, 3, 4, ...shared]);
      central.push(
        Uint8Array.from([0x50, 0x4b, 1, 2, ...le16(20), ...shared, ...le16(0, 0, 0), ...le32(0, at)]),
        nameBytes,
      );
      parts.push(local, nameBytes, packed);
      at += local.length + nameBytes.length + packed.length;
    }
    const table = joined(central);
    const counted = Math.max(0, all.length + count) % 65_536;
    const end = [0x50, 0x4b, 5, 6, ...le16(0, 0, counted, counted), ...le32(table.length, Math.max(0, at + offset))];
    return joined([...parts, table, Uint8Array.from([...end, ...le16(comment.length)]), comment]);
  });

/** Gzip files of several members, cut, or of many zeros. */
const oddGzip = fc
  .tuple(fc.array(contents, { minLength: 1, maxLength: 3 }), fc.nat(40), fc.boolean())
  .map(([members, cut, isCut]) => {
    const whole = joined(members.map((bytes) => gzipSync(bytes)));
    return isCut ? whole.subarray(0, Math.max(0, whole.length - cut)) : whole;
  });

export const containers: fc.Arbitrary<Input> = fc.oneof(
  { weight: 4, arbitrary: lyingZip(FILES).map((bytes) => ({ name: 'a.zip', bytes })) },
  fc.tuple(fc.constantFrom('a.conll.gz', 'a.vec.gz', 'a.jsonl.gz'), oddGzip).map(([name, bytes]) => ({ name, bytes })),
);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const le16 = (...values: number[]) => values.flatMap((value) => [value & 255, (value >> 8) & 255]);
const le32 = (...values: number[]) =>
  values.flatMap((value) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255]);
