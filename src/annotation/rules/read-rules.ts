import type { Problem } from '../../data/corpus.ts';
import { nameOfFile, readNames, type NameFile } from '../../data/features/read-names.ts';
import { decodeLines } from '../../data/files/decode-text.ts';
import { ProblemLog } from '../../data/files/problem-log.ts';
import { isRuleKind, RULE_KINDS } from './kinds.ts';
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

/** The columns of a file of rules. The last three may be missing. */
const COLUMNS = ['type', 'kind', 'value', 'before', 'after', 'name'] as const;

/** Whether a file is a table of rules, by its header. */
export function looksLikeRules(text: string): boolean {
  return /^\uFEFF?type\tkind\tvalue(\t|\r?\n|$)/u.test(text);
}

/**
 * Reads a table of rules: the header `type`, `kind`, `value`, and optionally `before`, `after` and `name`, separated by tabs, and a rule
 * on each line. Blank lines and lines that start with # are skipped.
 *
 * @throws StudioError BadInput if the file is not text
 */
export function readRules(file: string, bytes: Uint8Array): RuleFile {
  const log = new ProblemLog(file);
  const rules: Rule[] = [];
  let number = 0;
  for (const line of decodeLines(file, bytes, log)) {
    number++;
    if (line.trim() === '' || line.startsWith('#') || looksLikeRules(line)) continue;
    const [type = '', kind = '', value = '', before = '', after = '', name = ''] = line
      .split('\t')
      .map((cell) => cell.trim());
    const rule = isRuleKind(kind) ? { kind, type, value, before, after, ...(name !== '' && { name }) } : undefined;
    const reason =
      rule === undefined
        ? `its kind is ${kind === '' ? 'empty' : `“${kind}”`}, expected ${Object.keys(RULE_KINDS).join(', ')}`
        : ruleProblem(rule);
    if (rule !== undefined && reason === undefined) rules.push(rule);
    else log.add({ line: number, severity: 'error', kind: 'rule', message: `Not used: ${reason}. Expected ${COLUMNS.join(', tab, ')}.`, excerpt: line }); // prettier-ignore
  }
  if (rules.length === 0) {
    const message = `There are no rules. Expected the header ${COLUMNS.join(', ')}, separated by tabs, and a rule on each line.`;
    log.add({ line: 0, severity: 'error', kind: 'rule', message });
  }
  return { file, rules, problems: log.sorted(), moreProblems: log.more };
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
  if (looksLikeRules(new TextDecoder().decode(bytes.subarray(0, 100)))) return readOwnRules(file, bytes);
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
