import type { DocumentFile } from '../../documents/document.ts';
import { tagKind, type Corpus } from '../../data/corpus.ts';
import { readCorpus, requireUsable } from '../../data/corpora/read-corpus.ts';
import { readTextTable } from '../../data/corpora/texts/text-table.ts';
import { isOnlyDocument } from '../../documents/registry.ts';
import { StudioError } from '../../lib/errors.ts';

/** How an input is to be read: the choices of `--input`. */
export type InputKind = 'auto' | 'text' | 'lines' | 'conll';

/** Whether a corpus of JSON has no entities: its texts may be records to tag. */
export function isUnannotated({ format, sentences }: Corpus): boolean {
  return format === 'jsonl' && sentences.every(({ spans }) => spans.length === 0);
}

/**
 * The corpus in the input; none if it is to be read as text, which may have columns after all.
 *
 * @param wanted what the model predicts: for one that tags tokens, texts with classes are records to tag
 */
export function corpusIn(
  name: string,
  bytes: Uint8Array,
  input: InputKind,
  inputColumns: readonly string[],
  wanted: 'tags' | 'classes' = 'tags',
): { corpus?: Corpus; hasColumns?: boolean } {
  if (input === 'conll') return { corpus: readCorpus(name, bytes, { inputColumns }) };
  if (input !== 'auto') return {};
  try {
    const corpus = readCorpus(name, bytes, { inputColumns });
    if (wanted === 'tags' && tagKind(corpus.style) === 'classes') return {};
    if (corpus.question?.isAboutWords === true) return {};
    requireUsable({ ...corpus, question: undefined }); // the words are known, whatever the tags mean
    if (corpus.format !== 'conll' || corpus.style.scheme !== 'none' || hasWords(corpus)) return { corpus };
    return { hasColumns: true };
  } catch (error) {
    if (!(error instanceof StudioError)) throw error; // not a corpus; reading it as text reports its problems
  }
  return {};
}

/** Whether columns without entities have one word per line for certain: words alone, or a table. */
function hasWords({ layout, problems, sentences }: Corpus): boolean {
  if (layout === undefined || problems.some(({ kind }) => kind === 'columns')) return false;
  const isTable = layout.separator !== ' ' || layout.header !== undefined || layout.roles.includes('index');
  return isTable || (layout.columns === 1 && sentences.some(({ tokens }) => tokens.length > 1));
}

/** Markup and JSON, which cannot be recognised by their beginning alone. */
const STRUCTURED = /^[\s\uFEFF]*[[{<]/;

/**
 * Whether a file is plain text, neither a corpus nor records nor a document; it may have columns after all.
 *
 * @param beginning of the file, up to the end of a line
 */
export async function plainText(
  name: string,
  beginning: Uint8Array<ArrayBuffer>,
  inputColumns: readonly string[],
): Promise<{ isText: boolean; hasColumns?: boolean }> {
  if (STRUCTURED.test(new TextDecoder().decode(beginning.subarray(0, 1024)))) return { isText: false };
  if (await isOnlyDocument({ name, bytes: beginning })) return { isText: false };
  const { corpus, hasColumns = false } = corpusIn(name, beginning, 'auto', inputColumns);
  return { isText: corpus === undefined && readTextTable(name, beginning, []) === undefined, hasColumns };
}

/** Whether a file is read as a document. A page of HTML is also a record, of which a table can be written. */
export async function isTaggedAsDocument(file: DocumentFile, format: string): Promise<boolean> {
  return (await isOnlyDocument(file)) || (format !== 'table' && /\.x?html?$/i.test(file.name));
}
