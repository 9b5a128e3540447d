import { openCorpus, PythonCodeError } from '../../data/corpora/containers/open-corpus.ts';
import { SeveralSheetsError } from '../../data/corpora/containers/several-sheets.ts';
import type { Problem } from '../../data/corpus.ts';
import type { LegacyEncoding } from '../../data/encodings.ts';
import { inChosenEncoding } from '../../data/files/decode-text.ts';
import { requireWithin } from '../../data/files/limits.ts';
import { isReadAsDocument, openDocument, requireKnownDocument } from '../../documents/registry.ts';
import { StudioError } from '../../lib/errors.ts';
import { importDocument } from './import-document.ts';
import { importTexts, RUNNING_TEXT_FILE, type ImportedTexts } from './import-texts.ts';

/** What was chosen of a file. */
interface ImportOptions {
  /** Of a table of texts; default: inferred. */
  textFields?: readonly string[] | undefined;
  /** Of text that is neither UTF-8 nor UTF-16; default: guessed. */
  encoding?: LegacyEncoding | undefined;
}

/**
 * Reads text to annotate, or to learn from: what `importTexts` reads, also packed or in a workbook, and documents of other programs.
 *
 * @throws StudioError BadInput if there is no text in it
 */
export async function importFile(given: File, { textFields, encoding }: ImportOptions = {}): Promise<ImportedTexts> {
  requireWithin('corpusBytes', given.size, given.name);
  const { name } = given;
  const document = { name, bytes: new Uint8Array(await given.arrayBuffer()), encoding };
  requireKnownDocument(name, document.bytes);
  const remarks: string[] = [];
  if (!(await isReadAsDocument(document))) {
    const file = await openCorpus(given).catch((error: unknown) => error as Error);
    if (file instanceof SeveralSheetsError) remarks.push(file.remark);
    else if (file instanceof PythonCodeError && RUNNING_TEXT_FILE.test(name)) {
      const imported = importTexts(name, inChosenEncoding(document.bytes, encoding), textFields);
      return { ...imported, problems: [remark(name, file.message), ...imported.problems] };
    } else if (file instanceof Error) throw file;
    else {
      const bytes = file === given ? document.bytes : new Uint8Array(await file.arrayBuffer());
      return importTexts(file.name, inChosenEncoding(bytes, encoding), textFields);
    }
  }
  const opened = await openDocument(document);
  const notes = [...remarks, ...opened.notes];
  const sentences = importDocument(name, opened.blocks);
  if (sentences.length === 0)
    throw new StudioError('BadInput', `Found no text to annotate in ${name}. ${notes.join(' ')}`.trim());
  return { sentences, records: [], problems: notes.map((note) => remark(name, note)), moreProblems: 0 };
}

function remark(file: string, message: string): Problem {
  return { file, line: 0, severity: 'warning', kind: 'document', message };
}
