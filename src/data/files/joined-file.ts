import { type DecodedText, decodeWithEncoding, type Encoding } from './decode-text.ts';
import { legacyEncoder } from './legacy-encodings.ts';
import type { LegacyEncoding } from '../encodings.ts';
import { ProblemLog } from './problem-log.ts';
import type { PackedFile } from './unpack-zip.ts';

/**
 * The text of a file that is joined with others, or converted. What is to be said of its encoding is left to the reader of what it becomes.
 *
 * @throws StudioError BadInput if it is not text
 */
export async function packedText(file: PackedFile): Promise<DecodedText> {
  const opened = await file.open();
  return decodeWithEncoding(file.name, new Uint8Array(await opened.arrayBuffer()), new ProblemLog(file.name));
}

/** JSON, and the texts that it is made of. */
export interface JoinedJson {
  json: string;
  from: readonly Pick<DecodedText, 'encoding'>[];
}

/**
 * JSON that is made of texts. If some of them are neither UTF-8 nor UTF-16, it has their encoding, of which its reader asks, or says what it
 * took; there, the characters of other texts are written as escapes.
 */
export function joinedFile(name: string, parts: readonly JoinedJson[]): File {
  const encodings = parts.map(({ from }) => from.map(({ encoding }) => encoding).find(isLegacy));
  const own = encodings.find((encoding) => encoding !== undefined);
  const encode = own && legacyEncoder(own, escaped);
  const contents = parts.map(({ json }, i) =>
    encode === undefined ? json : encodings[i] === own ? encode(json) : json.replaceAll(BEYOND_ASCII, escaped),
  );
  return new File(contents, name);
}

function isLegacy(encoding: Encoding): encoding is LegacyEncoding {
  return encoding !== 'utf-8' && encoding !== 'utf-16le' && encoding !== 'utf-16be';
}

const BEYOND_ASCII = /[^\0-\u007F]/gu;

/** A character as JSON can also write it. */
function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
