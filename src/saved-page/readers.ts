import { SeveralSheetsError } from '../data/corpora/containers/several-sheets.ts';
import { sheetToCsv } from '../data/corpora/containers/spreadsheet.ts';
import { textOfBlocks, writingNotes, type WrittenDocument } from '../documents/document.ts';
import { rangeInBlocks } from '../documents/joined-text.ts';
import type { Entity } from '../documents/redaction/plan.ts';
import type { Pseudonyms } from '../documents/redaction/pseudonyms.ts';
import { redactDocument, type Way } from '../documents/redaction/redact-document.ts';
import { formatOf, openDocument } from '../documents/registry.ts';
import type { Found, View } from './redact.ts';

/** A document of another program. */
export interface PageDocument {
  /** Its paragraphs, with blank lines between them. */
  text: string;
  notes: string[];
  /**
   * Writes it with these entities marked or replaced; a replaced name is searched for in the result.
   *
   * @param entities of `text`, in order, without overlap
   * @throws StudioError BadInput if a name is still in the result
   */
  write: (entities: readonly Found[], view: View, pseudonyms: Pseudonyms) => Promise<WrittenDocument>;
}

/** What the script of documents provides; a page is saved with it or without. */
export interface Readers {
  /** @returns undefined if the file is text @throws StudioError BadInput if it cannot be read */
  open: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<PageDocument | undefined>;
  /** The only filled sheet of a workbook, as CSV. @returns undefined if the file is no workbook, or has several @throws StudioError BadInput */
  sheet: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<string | undefined>;
}

const WAYS: Record<View, Way> = { marks: 'mark', types: 'label', pseudonyms: 'pseudonym' };

export const open: Readers['open'] = async (name, bytes) => {
  const file = { name, bytes };
  if ((await formatOf(file)) === 'text') return undefined;
  const document = await openDocument(file);
  const { blocks } = document;
  const inBlocks = rangeInBlocks(blocks);
  const inBlock = ({ type, start, end, probability }: Found): Entity => {
    return { ...inBlocks(start, end), type, probability, by: 'model' };
  };
  return {
    text: textOfBlocks(blocks),
    notes: writingNotes(document),
    write: (entities, view, pseudonyms) =>
      redactDocument(document, entities.map(inBlock), { others: WAYS[view], byType: {} }, pseudonyms),
  };
};

export const sheet: Readers['sheet'] = async (name, bytes) => {
  if (!/\.(xlsx|xlsm|ods)$/i.test(name)) return undefined;
  try {
    return await sheetToCsv(new File([bytes], name));
  } catch (error) {
    if (error instanceof SeveralSheetsError) return undefined;
    throw error;
  }
};
