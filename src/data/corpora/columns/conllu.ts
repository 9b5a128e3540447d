import { StudioError } from '../../../lib/errors.ts';
import type { ColumnLayout, ColumnRole, TagForm } from '../../column-layout.ts';
import type { CorpusOptions } from '../../corpus.ts';
import { LIMITS } from '../../files/limits.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import { NO_SCHEME, standardStyle } from '../../tags/tag-style.ts';
import { Mentions } from './conllu-mentions.ts';
import { CONLLU, conlluTags } from './conllu-tags.ts';
import { CONLLU_INPUTS, CONLLU_NAMES, findInputColumns, FurtherColumns } from './input-columns.ts';
import { Losses } from '../layout/losses.ts';
import { PLAIN_FORM, TagCells } from '../layout/tag-cells.ts';
import { type RawCorpus, SentenceCollector } from '../raw-corpus.ts';

/** Of the tags of mentions. */
const STYLE = standardStyle('BIO');

export type ConlluLine =
  | { kind: 'blank' | 'comment' | 'document' }
  /** A multiword token (`3-4`) or an empty node (`3.1`); neither is a token of the sentence. */
  | { kind: 'range'; columns: string[] }
  | { kind: 'token'; columns: string[] }
  | { kind: 'unreadable'; columns: string[] };

/** Parses a line of CoNLL-U. Columns are separated by single tabs; forms may contain spaces. */
export function readConlluLine(line: string): ConlluLine {
  if (line.trim() === '') return { kind: 'blank' };
  if (line.startsWith('#')) return { kind: /^#\s*newdoc\b/.test(line) ? 'document' : 'comment' };
  const columns = line.split('\t', LIMITS.columns.max + 1);
  if (columns.length !== CONLLU.columns) return { kind: 'unreadable', columns };
  const id = columns[0]!;
  if (/^\d+$/.test(id)) return { kind: 'token', columns };
  return /^\d+[-.]\d+$/.test(id) ? { kind: 'range', columns } : { kind: 'unreadable', columns };
}

/** The number of words that a line is about: of `2`, `2-3` and the empty node `2.1` one, two and none. */
function wordsIn(id: string): number {
  const [first, last] = id.split('-').map(Number) as [number, number?];
  if (last !== undefined) return Math.max(0, last - first + 1);
  return id.includes('.') ? 0 : 1;
}

/**
 * Reads CoNLL-U (universaldependencies.org/format.html): FORM as token; as tag an attribute of MISC with entities, such as `NER=B-PER`, or
 * where else there are any (`conlluTags`), or the mentions of `Entity`; otherwise UPOS.
 *
 * @param options `tagColumn` from 0
 * @throws StudioError BadInput if there cannot be tags in `tagColumn`
 */
export function readConllu(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  options: CorpusOptions = {},
): RawCorpus {
  const { inputColumns = [] } = options;
  const { place, mentions: asMentions, question: asked } = conlluTags(lines, options);
  const { column: tagColumn, key } = place ?? { column: CONLLU.upos, key: undefined };
  const mentions = asMentions && new Mentions(asMentions.parts, asMentions.choice, problems);
  const form: TagForm = {
    ...PLAIN_FORM,
    ...(key !== undefined && { key, isEmptyOutside: true as const }),
    ...(mentions !== undefined && { areMentions: true as const }),
  };
  const cells = new TagCells(form, tagColumn);
  const losses = new Losses();
  if (!Number.isInteger(tagColumn) || tagColumn <= CONLLU.form || tagColumn >= CONLLU.columns) {
    throw new StudioError(
      'BadInput',
      `Column ${tagColumn} (from 0) of ${file} cannot be the tag column: CoNLL-U has tags in columns 2 to 9. Choose another column.`,
    );
  }
  const taken = [CONLLU.form, tagColumn];
  const inputs = findInputColumns(inputColumns, CONLLU_NAMES, CONLLU.columns, taken, problems);
  const noInputs = CONLLU_NAMES.flatMap((name, index) => (CONLLU_INPUTS.includes(name) ? [] : [index]));
  const further = new FurtherColumns(CONLLU_NAMES, CONLLU.columns, [...taken, ...noInputs]);
  const collected = new SentenceCollector(file);
  let [number, words] = [0, 0];
  const end = () => {
    if (!collected.isInSentence) return;
    collected.end();
    if (mentions !== undefined) collected.sentences.at(-1)!.tags = mentions.end(STYLE, words);
    words = 0;
  };
  for (const line of lines) {
    number++;
    const read = readConlluLine(line);
    if (read.kind === 'token' || read.kind === 'range')
      mentions?.read(read.columns[CONLLU.misc]!, number, words, words + wordsIn(read.columns[0]!));
    if (read.kind === 'token') {
      words++;
      collected.add(number, read.columns[CONLLU.form]!, mentions === undefined ? cells.read(read.columns) : 'O');
      collected.addColumns(inputs, read.columns);
      further.add(read.columns);
    } else if (read.kind === 'unreadable') {
      problems.add({
        line: number,
        severity: 'error',
        kind: 'columns',
        excerpt: line,
        ...losses.add(number, lineProblem(line, read.columns)),
      });
    } else if (read.kind === 'blank') end();
    else if (read.kind === 'document') collected.borders.mark();
    else if (read.kind === 'comment') mentions?.declare(line);
  }
  end();
  mentions?.report();
  const { sentences, tokens } = collected;
  const total = tokens + losses.count;
  problems.checkReadable(
    losses.count,
    total,
    `Read as CoNLL-U, ${losses.count} of ${total} lines are not tokens. Expected ${CONLLU.columns} columns separated by tabs, and blank lines between sentences.`,
  );
  const isTagged = sentences.some(({ tags }) => tags.some((tag) => tag !== '_'));
  if (!isTagged) for (const untagged of sentences) untagged.tags = [];
  const isUpos = tagColumn === CONLLU.upos && options.tagColumn === undefined && options.scheme === undefined;
  const question = asked ?? losses.question(total, options) ?? mentions?.losses.question(mentions.count, options);
  const roles = CONLLU_NAMES.map((name, c): ColumnRole => {
    if (c === CONLLU.form) return 'token';
    if (c === tagColumn && isTagged) return 'tag';
    return c === 0 ? 'index' : CONLLU_INPUTS.includes(name) ? 'feature' : 'ignore';
  });
  return {
    sentences,
    ...(isUpos && { style: NO_SCHEME }),
    ...(mentions !== undefined && { style: STYLE }),
    ...(question && { question }),
    layout: { ...conlluLayout(roles, tagColumn, isTagged, form), isChosen: options.tagColumn !== undefined },
    rows: collected.rows,
    hasDocuments: collected.borders.hasMarks,
    columns: CONLLU.columns,
    tagColumn,
    furtherColumns: further.counted(),
  };
}

/** Whether the first line that is not a comment is a CoNLL-U token. */
export function looksLikeConllu(lines: Iterable<string>): boolean {
  const [first] = firstLines(lines, 1, (line) => isFilled(line) && !line.startsWith('#'));
  return first !== undefined && ['token', 'range'].includes(readConlluLine(first).kind);
}

function lineProblem(line: string, columns: readonly string[]): { column: number; message: string } {
  if (columns.length === CONLLU.columns) {
    return {
      column: 1,
      message: `Found the ID ${columns[0]}, expected a number, a range (3-4) or an empty node (3.1); the line was skipped.`,
    };
  }
  const found = columns.length === 1 ? '1 column' : `${columns.length} columns`;
  const position = columns.slice(0, CONLLU.columns).join('\t').length + 1;
  return {
    column: Math.min(position + 1, line.length + 1),
    message: `Found ${found}, expected ${CONLLU.columns} separated by tabs; the line was skipped.`,
  };
}

function conlluLayout(roles: readonly ColumnRole[], tagColumn: number, isTagged: boolean, tags: TagForm): ColumnLayout {
  return {
    separator: '\t',
    items: undefined,
    columns: CONLLU.columns,
    header: CONLLU_NAMES,
    roles,
    tokenColumn: CONLLU.form,
    tagColumn,
    isTagged,
    isChosen: false,
    tags,
    outside: undefined,
    sentenceColumn: undefined,
    documentColumn: undefined,
    restartColumn: undefined,
    ends: undefined,
    otherLayers: [],
    reasons: tags.key === undefined ? [] : [`column ${tagColumn + 1} has entities as ${tags.key}`],
  };
}
