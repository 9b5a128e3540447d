import { StudioError } from '../../../lib/errors.ts';
import { codePointOffsets } from '../../../lib/code-points.ts';
import { isStrings } from '../json/values.ts';
import { decodeMessagePack, type Packed } from './message-pack.ts';
import { hashString } from './string-hashes.ts';

/** Numbers of attributes in spaCy (spacy/attrs.pxd). */
const ATTRIBUTES = { orth: 65, iob: 77, type: 78, sentenceStart: 80 } as const;
/** Values of ENT_IOB. */
const IOB = { missing: 0, inside: 1, begin: 3 } as const;

/**
 * The documents of spaCy's DocBin (spacy/tokens/_serialize.py, version 0.1) as JSON lines with `text`, `tokens`, `sents` and `spans`.
 *
 * @param bytes decompressed
 * @throws StudioError BadInput if they are not a DocBin
 */
export function docBinToJson(file: string, bytes: Uint8Array): string {
  try {
    return documentsOf(decodeMessagePack(bytes))
      .map((document) => `${JSON.stringify(document)}\n`)
      .join('');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StudioError('BadInput', `${file} cannot be read as a DocBin of spaCy: ${reason}. Save it again.`, {
      cause,
    });
  }
}

function documentsOf(packed: Packed): object[] {
  if (packed === null || typeof packed !== 'object' || Array.isArray(packed) || packed instanceof Uint8Array) {
    throw new Error('it is not a map');
  }
  const { attrs, tokens, spaces, lengths, strings, flags } = packed;
  if (!Array.isArray(attrs) || !isStrings(strings)) throw new Error('attrs or strings are missing');
  const columns = attrs.map(Number);
  const [orth, iob, type, start] = [
    columns.indexOf(ATTRIBUTES.orth),
    columns.indexOf(ATTRIBUTES.iob),
    columns.indexOf(ATTRIBUTES.type),
    columns.indexOf(ATTRIBUTES.sentenceStart),
  ];
  const values = new BigUint64Array(aligned(tokens, 8));
  const counts = new Int32Array(aligned(lengths, 4));
  const isSpaced = new Uint8Array(aligned(spaces, 1));
  const words = new Map(strings.map((string) => [hashString(string), string]));
  const wordOf = (hash: bigint) => {
    const word = words.get(hash);
    if (word === undefined) throw new Error(`the string with the hash ${hash} is missing`);
    return word;
  };
  let row = 0;
  return Array.from(counts, (count, i) => {
    const flag = Array.isArray(flags) ? flags[i] : undefined;
    const areUnknown =
      flag !== null && typeof flag === 'object' && 'has_unknown_spaces' in flag && flag['has_unknown_spaces'] === true;
    const places: { start: number; end: number }[] = [];
    const spans: { start: number; end: number; label: string }[] = [];
    const sents: number[] = [];
    let isAnnotated = false;
    let text = '';
    for (let t = 0; t < count; t++, row++) {
      const at = (column: number) => values[row * columns.length + column]!;
      const from = text.length;
      text += wordOf(at(orth));
      places.push({ start: from, end: text.length });
      if (areUnknown || isSpaced[row] === 1) text += ' ';
      if (start >= 0 && at(start) === 1n) sents.push(from);
      const mark = iob < 0 ? IOB.missing : Number(at(iob));
      isAnnotated ||= mark !== IOB.missing;
      if (mark === IOB.begin) spans.push({ ...places.at(-1)!, label: type < 0 ? 'ENTITY' : wordOf(at(type)) });
      else if (mark === IOB.inside && spans.length > 0) spans.at(-1)!.end = places.at(-1)!.end;
    }
    const pointOf = codePointOffsets(text);
    const inPoints = ({ start, end, ...more }: { start: number; end: number }) => ({
      start: pointOf(start),
      end: pointOf(end),
      ...more,
    });
    return {
      text,
      tokens: places.map(inPoints),
      ...(sents.length > 0 && { sents: sents.map((from) => ({ start: pointOf(from) })) }),
      ...(isAnnotated && { spans: spans.map(inPoints) }),
    };
  });
}

/** A copy of bytes, so that they start at a multiple of the size of an item. */
function aligned(bytes: Packed | undefined, size: number): ArrayBuffer {
  if (!(bytes instanceof Uint8Array)) throw new Error('tokens, spaces or lengths are missing');
  return bytes.slice(0, bytes.length - (bytes.length % size)).buffer as ArrayBuffer;
}
