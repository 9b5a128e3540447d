import { tagKind, type Corpus, type Problem } from '../../data/corpus.ts';
import { FORMATS } from '../../data/corpora/formats/registry.ts';
import { looksLikeJson } from '../../data/corpora/json/items.ts';
import { readCorpus } from '../../data/corpora/read-corpus.ts';
import { RunningTextError } from '../../data/corpora/doubts/running-text.ts';
import { readTextTable, type TextTable } from '../../data/corpora/texts/text-table.ts';
import { decodeLines, decodeText } from '../../data/files/decode-text.ts';
import { LimitError } from '../../data/files/limits.ts';
import { ProblemLog } from '../../data/files/problem-log.ts';
import { sentencesOf, tokenize } from '../../data/text/tokenizer.ts';
import { StudioError } from '../../lib/errors.ts';
import { importJson } from './import-json.ts';
import { sentenceAt, sentenceOfTokens } from '../sets/new-sentence.ts';
import type { NewSentence, SourceRecord } from '../sets/set.ts';

/** The sentences of a file. Lines that cannot be read are listed in `problems`. */
export interface ImportedTexts {
  sentences: NewSentence[];
  /** The records behind the sentences, if the file has records. */
  records: SourceRecord[];
  problems: Problem[];
  /** Number of problems that `problems` does not list. */
  moreProblems: number;
}

/**
 * Reads text to annotate: running text, a table with a column of texts, a corpus with or without tags, or JSON of an
 * annotation tool; what was accepted there is imported as accepted. Running text is split into sentences and tokens. Of texts with a class,
 * the texts are read.
 *
 * @param textFields of a table of texts; default: inferred
 * @throws StudioError BadInput if there is no text in the file
 */
export function importTexts(file: string, bytes: Uint8Array, textFields: readonly string[] = []): ImportedTexts {
  const imported = importAny(file, bytes, textFields);
  if (imported.sentences.length > 0) return imported;
  const [first] = imported.problems;
  const reason = first === undefined ? '' : ` ${first.line > 0 ? `Line ${first.line}: ` : ''}${first.message}`;
  throw new StudioError(
    'BadInput',
    `Found no text to annotate in ${file}.${reason} Expected text, one token per line, a table with a column of texts, or JSON with a text in each object.`,
  );
}

function importAny(file: string, bytes: Uint8Array, textFields: readonly string[]): ImportedTexts {
  const chosen = textFields.length > 0 ? readTextTable(file, bytes, textFields) : undefined;
  if (chosen !== undefined) return importTable(file, chosen);
  const log = new ProblemLog(file);
  const lines = decodeLines(file, bytes, log);
  const isJson = /\.(jsonl|ndjson|json)$/i.test(file) || looksLikeJson(file, lines);
  // The objects of MRC are parts of sentences.
  if (isJson && FORMATS.mrc.detect(file, lines) === undefined) {
    const { sentences, records } = importJson(file, lines, log);
    const table = sentences.length > 0 ? undefined : readTextTable(file, bytes); // texts in a field with another name
    if (table !== undefined) return importTable(file, table);
    return { sentences, records, problems: log.sorted(), moreProblems: log.more };
  }
  const corpus = corpusIn(file, bytes, log);
  if (corpus === undefined) return importText(file, decodeText(file, bytes, new ProblemLog(file)), log);
  if ('textFields' in corpus) return importTable(file, corpus);
  const { sentences, problems, moreProblems } = corpus;
  const isAnnotated = sentences.some(({ spans }) => spans.length > 0);
  const imported = sentences
    .filter(({ tokens }) => tokens.length > 0)
    .map(({ tokens, spans, unknown, line, document = 0 }) => {
      const isDecided = isAnnotated && (unknown === undefined || unknown.tokens.length === 0);
      return sentenceOfTokens({ tokens, spans, state: isDecided ? 'accepted' : 'open' }, { file, line, document });
    });
  return { sentences: imported, records: [], problems, moreProblems };
}

/**
 * A corpus, or a table of texts; undefined if the file is running text, even if some lines look like columns.
 *
 * @param log gets what the reader of corpora says of a file that is read as running text
 */
function corpusIn(file: string, bytes: Uint8Array, log: ProblemLog): Corpus | TextTable | undefined {
  try {
    const corpus = readCorpus(file, bytes);
    const isOther = tagKind(corpus.style) === 'classes' || corpus.question?.isAboutWords === true;
    const table = isOther ? readTextTable(file, bytes) : undefined;
    if (isOther && table === undefined && corpus.question !== undefined) noteText(log, corpus.question.reason);
    if (isOther) return table;
    return RUNNING_TEXT_FILE.test(file) && isRatherText(corpus) ? undefined : corpus;
  } catch (error) {
    const table = error instanceof StudioError ? readTextTable(file, bytes) : undefined;
    const mayBeText = RUNNING_TEXT_FILE.test(file) && error instanceof StudioError && !(error instanceof LimitError);
    if (table === undefined && mayBeText && !(error instanceof RunningTextError)) noteText(log, error.message);
    if (table !== undefined || mayBeText || error instanceof RunningTextError) return table;
    throw error;
  }
}

function noteText(log: ProblemLog, reason: string): void {
  const message = `The file was read as running text. If it is something else: ${reason}`;
  log.add({ line: 0, severity: 'warning', kind: 'format', message });
}

/** Whether columns of a text have no entities, or many lines do not have them. */
function isRatherText({ sentences, columns, lostLines: lost = 0 }: Corpus): boolean {
  const read = sentences.reduce((sum, { tokens }) => sum + tokens.length, 0);
  if (MANY_LOST * lost > read) return true;
  return (columns > 1 || lost > 0) && sentences.every(({ spans }) => spans.length === 0);
}

/** Lines that have no columns, one of so many that have. */
const MANY_LOST = 3;

/** Files of running text, or of code, whatever lines of them look like. */
export const RUNNING_TEXT_FILE =
  /\.(?:txt|text|log|py|[cm]?[jt]sx?|java|kt|swift|cs|c|h|[ch]pp|go|rs|rb|php|pl|r|lua|sh|sql|css|tex)$/i;

/** Each record is a document; `line` is its number. */
function importTable(file: string, { kind, textFields, records, others, reason, problems }: TextTable): ImportedTexts {
  const sentences = records.flatMap(({ line, texts }, document) =>
    texts.flatMap((text, field) => {
      const source = { file, line, document, ...(field > 0 && { field }) };
      return tokenize(text).map((tokens) => sentenceAt(text, { tokens, spans: [], state: 'open' }, source));
    }),
  );
  const kept: SourceRecord[] =
    kind === 'html' ? [] : records.map(({ id, value }, document) => ({ file, document, kind, id, value, textFields }));
  const doubt: Problem[] =
    others.length === 0
      ? []
      : [
          {
            file,
            line: 0,
            severity: 'warning',
            kind: 'format',
            message: `The texts are ${reason}. To annotate others, add the file under Data, choose them on its card, and annotate it from there.`,
          },
        ];
  return { sentences, records: kept, problems: [...doubt, ...problems], moreProblems: 0 };
}

function importText(file: string, text: string, log: ProblemLog): ImportedTexts {
  const sentences: NewSentence[] = [];
  let [line, from] = [1, 0];
  for (const tokens of sentencesOf(text)) {
    const { start } = tokens[0]!;
    for (let at = text.indexOf('\n', from); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) line++;
    from = start;
    sentences.push(sentenceAt(text, { tokens, spans: [], state: 'open' }, { file, line, document: 0 }));
  }
  return { sentences, records: [], problems: log.sorted(), moreProblems: log.more };
}
