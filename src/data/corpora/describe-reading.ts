import { type Corpus, CORPUS_FORMATS, type ReadingQuestion } from '../corpus.ts';
import type { ColumnRole } from '../column-layout.ts';
import { summarize } from './summary.ts';

/** How a file was read. Plain data with stable keys. */
export interface ReadingDescription {
  format: string;
  sentences: number;
  tokens: number;
  documents: number;
  /** Entities by type. */
  entities: Record<string, number>;
  /** Of files of columns: what each holds, and its name in the header. */
  columns: { role: ColumnRole; name?: string }[];
  scheme: string;
  /** The tag of tokens outside entities; empty without a scheme. */
  outside: string;
  problems: { line: number; severity: string; kind: string; message: string }[];
  moreProblems: number;
  /** Why the columns are read so, one sentence each. */
  reasons: readonly string[];
  question?: ReadingQuestion;
}

/** Describes how a corpus was read: for `tagsmith info`, and for the page. */
export function describeReading(corpus: Corpus): ReadingDescription {
  const { format, style, layout, problems, moreProblems, documents, question } = corpus;
  const { sentences, tokens, types } = summarize(corpus);
  const hasScheme = style.scheme !== 'none';
  return {
    format,
    sentences,
    tokens,
    documents,
    entities: hasScheme ? Object.fromEntries(types.map(({ type, count }) => [type, count])) : {},
    columns: (layout?.roles ?? []).map((role, c) => {
      const name = layout?.header?.[c];
      return { role, ...(name !== undefined && { name }) };
    }),
    scheme: style.scheme,
    outside: hasScheme
      ? layout?.tags.isEmptyOutside && layout.tags.key === undefined
        ? ''
        : style.letters.outside
      : '',
    problems: problems.map(({ line, severity, kind, message }) => ({ line, severity, kind, message })),
    moreProblems,
    reasons: layout?.reasons ?? [],
    ...(question && { question }),
  };
}

/** One line: what was read, and how. */
export function readingLine({ format, ...reading }: ReadingDescription): string {
  const { sentences, tokens, documents, entities, columns, scheme, outside } = reading;
  const ofClasses = scheme === 'text';
  const counts = [`${sentences} ${ofClasses ? 'texts' : 'sentences'}`, `${tokens} tokens`];
  if (documents > 0) counts.push(`${documents} documents`);
  const types = Object.entries(entities).map(([type, count]) => `${type} ${count}`);
  const roles = columns.map(({ role, name }) => (name === undefined || name === '' ? role : `${name}: ${role}`));
  return [
    `${CORPUS_FORMATS[format as keyof typeof CORPUS_FORMATS].title}: ${counts.join(', ')}`,
    types.length > 0 ? `${ofClasses ? 'classes' : 'entities'} ${types.join(', ')}` : 'no entities',
    ...(roles.length > 0 ? [`columns ${roles.join(' | ')}`] : []),
    ...(ofClasses ? [] : [describeScheme(scheme, outside)]),
  ].join('; ');
}

function describeScheme(scheme: string, outside: string): string {
  return scheme === 'none'
    ? 'tags without a scheme'
    : `scheme ${scheme}, outside ${outside === '' ? '(empty)' : outside}`;
}
