import { codePointOffsets } from '../lib/code-points.ts';
import { formatCsv } from '../lib/csv.ts';
import type { Found } from './redact.ts';

/** A text and its entities. */
export interface TaggedDocument {
  name: string;
  text: string;
  entities: readonly Found[];
}

const HEADER = ['document', 'type', 'text', 'start', 'end', 'probability'];

/** One row for each entity. Offsets count code points, as in the other files of Tagsmith. */
export function entitiesCsv(documents: readonly TaggedDocument[]): string {
  const hasReview = documents.some(({ entities }) => entities.some(({ review }) => review !== undefined));
  const rows = documents.flatMap(({ name, ...document }) =>
    withCodePoints(document).map(({ type, text, start, end, probability, review }) => {
      const row = [name, type, text, start, end, probability];
      return hasReview ? [...row, review === true ? 'yes' : ''] : row;
    }),
  );
  return formatCsv([hasReview ? [...HEADER, 'review'] : HEADER, ...rows]);
}

/** An object for each document. */
export function entitiesJson(documents: readonly TaggedDocument[]): string {
  const objects = documents.map((document) => ({ ...document, entities: withCodePoints(document) }));
  return `${JSON.stringify(objects, null, 2)}\n`;
}

function withCodePoints({ text, entities }: Pick<TaggedDocument, 'text' | 'entities'>) {
  const offset = codePointOffsets(text);
  return entities.map(({ type, text: found, start, end, probability, review }) => ({
    type,
    text: found,
    start: offset(start),
    end: offset(end),
    probability: Math.round(probability * 1e4) / 1e4,
    ...(review !== undefined && { review }),
  }));
}

/** Decodes a text file: UTF-8 or UTF-16 with a byte order mark, otherwise Windows-1252. @returns undefined if it is not text */
export function decodeFile(bytes: Uint8Array): string | undefined {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : '';
  if (mark !== '') return new TextDecoder(mark).decode(bytes);
  if (bytes.subarray(0, 8192).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
