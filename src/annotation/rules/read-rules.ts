import type { Problem } from '../../data/corpus.ts';
import { splitColumns } from '../../data/corpora/columns/split-columns.ts';
import { nameOfFile, readNames, type NameFile } from '../../data/features/read-names.ts';
import { decodeHead, decodeLines } from '../../data/files/decode-text.ts';
import { ProblemLog } from '../../data/files/problem-log.ts';
import { RULE_KINDS, type RuleKind } from './kinds.ts';
import { ruleProblem } from './matches.ts';
import type { Rule } from './rule.ts';

/** A file of rules as read. */
export interface RuleFile {
  file: string;
  rules: Rule[];
  /** Lines that cannot be used, with the reason. */
  problems: Problem[];
  moreProblems: number;
}

/** Bytes in which the header is looked for, below comments. */
const HEAD = 4096;
/** The columns of a file of rules. The last three may be missing. */
const COLUMNS = ['type', 'kind', 'value', 'before', 'after', 'name'] as const;

type Column = (typeof COLUMNS)[number];

/** The columns of a table of rules, by its header. */
interface RuleColumns {
  separator: string;
  /** Where each is; those that are missing are empty. */
  at: Partial<Record<Column, number>>;
  /** Number of cells of a row. */
  width: number;
}

/** Without a header. */
const USUAL: RuleColumns = {
  separator: '\t',
  at: Object.fromEntries(COLUMNS.map((column, c) => [column, c])),
  width: COLUMNS.length,
};

const HEADER = `the header ${COLUMNS.join(', ')}, separated by tabs, commas or semicolons, and a rule on each line`;

/** Whether a file is a table of rules, by its header. @param text its beginning */
export function looksLikeRules(text: string): boolean {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
  return columnsOf(lines.find((line) => line.trim() !== '' && !/^(?:#|sep=.$)/u.test(line)) ?? '') !== undefined;
}

/** The columns that a header names; undefined for other lines. */
function columnsOf(line: string): RuleColumns | undefined {
  for (const separator of ['\t', ',', ';']) {
    const cells = splitColumns(line, separator).map((cell) => cell.toLowerCase());
    if (!(['type', 'kind', 'value'] as const).every((column) => cells.includes(column))) continue;
    // The last columns may be there without their names.
    if (separator === '\t' && cells.every((cell, c) => cell === COLUMNS[c])) return USUAL;
    const at = COLUMNS.map((column) => [column, cells.indexOf(column)] as const).filter(([, c]) => c >= 0);
    return { separator, at: Object.fromEntries(at), width: cells.length };
  }
  return undefined;
}

/**
 * Reads a table of rules: the header `type`, `kind`, `value`, and optionally `before`, `after` and `name`, and a rule on each line. Blank
 * lines and lines that start with # are skipped. Without a header, the columns have this order.
 *
 * @throws StudioError BadInput if the file is not text
 */
export function readRules(file: string, bytes: Uint8Array): RuleFile {
  const log = new ProblemLog(file);
  const rules: Rule[] = [];
  const refused: Omit<Problem, 'file'>[] = [];
  let columns: RuleColumns | undefined;
  let number = 0;
  let isTable = false;
  for (const line of decodeLines(file, bytes, log)) {
    number++;
    if (line.trim() === '' || line.startsWith('#') || (number === 1 && /^sep=.$/u.test(line))) continue;
    const header = columnsOf(line);
    if (header !== undefined) {
      columns = header;
      isTable = true;
      continue;
    }
    const { at, separator, width } = (columns ??= USUAL);
    const cells = splitColumns(line, separator);
    const cellOf = (column: Column) => cells[at[column] ?? width] ?? '';
    const [kind, name] = [ruleKindOf(cellOf('kind')), cellOf('name')];
    isTable ||= kind !== undefined;
    const rule: Rule | undefined = kind && {
      kind,
      type: cellOf('type'),
      value: cellOf('value'),
      before: cellOf('before'),
      after: cellOf('after'),
      ...(name !== '' && { name }),
    };
    const expected = Object.keys(RULE_KINDS).join(', ');
    const reason =
      cells.length > width && cells.slice(width).some((cell) => cell !== '')
        ? `it has ${cells.length} cells, expected ${width} at most${separator === '\t' ? '' : '. Put values with separators in quotation marks'}`
        : rule === undefined
          ? `its kind is ${cellOf('kind') === '' ? 'empty' : `“${cellOf('kind')}”`}, expected ${expected}`
          : ruleProblem(rule);
    if (rule !== undefined && reason === undefined) rules.push(rule);
    else
      refused.push({ line: number, severity: 'error', kind: 'rule', message: `Not used: ${reason}.`, excerpt: line });
  }
  if (isTable) refused.forEach((problem) => log.add(problem));
  if (rules.length === 0) {
    const message = `There are no rules. Expected ${HEADER}. Lists of names and patterns of spaCy are no rules: tagsmith label reads them with --names.`;
    log.add({ line: 0, severity: 'error', kind: 'rule', message });
  }
  return { file, rules, problems: log.sorted(), moreProblems: log.more };
}

function ruleKindOf(cell: string): RuleKind | undefined {
  return (Object.keys(RULE_KINDS) as RuleKind[]).find((kind) => kind.toLowerCase() === cell.toLowerCase());
}

/** Rules as a file that `readRules` reads. Line breaks between names become `|`. A type that begins with # gets a space before it. */
export function writeRules(rules: readonly Rule[]): string {
  const cell = (text = '') => text.replaceAll('\n', '|').replaceAll('\t', ' ');
  const rows = rules.map((rule) => COLUMNS.map((column) => cell(rule[column])).join('\t'));
  return [COLUMNS.join('\t'), ...rows].map((row) => `${row.startsWith('#') ? ' ' : ''}${row}\n`).join('');
}

/** Reads a table of rules for a set. Those whose names are in other files are problems. @throws StudioError BadInput if the file is not text */
export function readOwnRules(file: string, bytes: Uint8Array): RuleFile {
  const read = readRules(file, bytes);
  const listed = read.rules.filter((rule) => listOf(rule) !== undefined);
  const problems = listed.map((rule): Problem => {
    const message = `Not used: only tagsmith label reads ${rule.value}. Add the list ${listOf(rule)} itself.`;
    return { file, line: 0, severity: 'error', kind: 'rule', message };
  });
  const rules = read.rules.filter((rule) => !listed.includes(rule));
  return { ...read, rules, problems: [...problems, ...read.problems] };
}

/**
 * Reads a table of rules for a set, or a list of names as a rule for each type in it.
 *
 * @param type of names whose file has no types
 * @throws StudioError BadInput if the file is not text
 */
export function readRulesOrNames(file: string, bytes: Uint8Array, type: string): RuleFile {
  if (looksLikeRules(decodeHead(bytes.subarray(0, HEAD)))) return readOwnRules(file, bytes);
  const names = readNames(file, bytes);
  const rules = rulesOfNames(names).map((rule) => (rule.type === nameOfFile(file) ? { ...rule, type } : rule));
  return { ...names, rules };
}

/** The file whose names are those of a rule, written as `@first-names.txt`; undefined: the rule has its own. */
export function listOf({ kind, value }: Rule): string | undefined {
  return kind !== 'expression' && value.startsWith('@') ? value.slice(1) : undefined;
}

/** A rule for each list of a file of names. @param type of all its names; default: as the file says, or its own name */
export function rulesOfNames({ file, lists }: NameFile, type?: string): Rule[] {
  return lists.map(({ name, names }): Rule => ({
    kind: 'names',
    type: type ?? name,
    value: names.join('\n'),
    before: '',
    after: '',
    name: file.split(/[\\/]/u).at(-1)!,
  }));
}
