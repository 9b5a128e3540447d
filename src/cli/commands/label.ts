import { inChosenEncoding } from '../../data/files/decode-text.ts';
import { ENCODING } from '../parsing/shared-flags.ts';
import type { LegacyEncoding } from '../../data/encodings.ts';
import { dirname, join } from 'node:path';
import { conllOf, typesWithSpaces } from '../../annotation/exchange/export-set.ts';
import { importFile } from '../../annotation/exchange/import-file.ts';
import { ruleKind } from '../../annotation/rules/kinds.ts';
import { applyRules, type RuleReport } from '../../annotation/rules/label.ts';
import { listOf, readRules, rulesOfNames } from '../../annotation/rules/read-rules.ts';
import type { Rule } from '../../annotation/rules/rule.ts';
import type { NewSentence } from '../../annotation/sets/set.ts';
import { percentText } from '../../eval/figure-text.ts';
import { StudioError } from '../../lib/errors.ts';
import { defineCommand } from '../parsing/command.ts';
import { furtherArguments, required, text, texts, toggle, type ValuesOf } from '../parsing/flags.ts';
import { readBytes, readCorpusBytes, writeAtomically } from '../files.ts';
import { count } from '../format.ts';
import { loadNames, reportProblems } from '../inputs/inputs.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../parsing/usage.ts';
import { formatShare } from '../../lib/format-share.ts';

const ARGS = { files: required(furtherArguments('FILE…'), 'a FILE with text') };

const FLAGS = {
  rules: texts(
    'FILE',
    'a table of rules, separated by tabs, commas or semicolons: type, kind (names, expression, capitals, lowerCase), value, and words that must stand before and after. The type O: what matches is no entity. May be repeated',
  ),
  names: texts(
    '[TYPE=]FILE',
    'a list of names, as for tagsmith train --gazetteer, all of a type; default: the types in the file. May be repeated',
  ),
  encoding: ENCODING,
  out: required(text('OUT', 'CoNLL columns; ? where nothing is known')),
  json: toggle('print one line of JSON for each rule: its fields, and the figures of the table'),
};

type LabelOptions = ValuesOf<typeof ARGS & typeof FLAGS>;

export const command = defineCommand({
  name: 'label',
  place: 9,
  summary: 'label text by rules and lists of names',
  about: `
Labels text by rules and lists of names, for a first model without annotation: tagsmith train learns from OUT, and what
no rule decides stays unknown. Sentences that are annotated already are kept, and show which rules are right. Prints for
each rule: matches, sentences, matches that overlap with other rules, those in conflict with them, those that agree with
annotated sentences, and its estimated precision.`,
  args: ARGS,
  flags: FLAGS,
  check(values) {
    if (values.rules.length + values.names.length > 0) return values;
    throw new UsageError('Expected --rules FILE or --names FILE.');
  },
  run: label,
});

async function label(terminal: Terminal, options: LabelOptions): Promise<void> {
  const rules = await loadRules(terminal, options);
  const sentences = await loadTexts(terminal, options.files, options.encoding);
  const isOpen = ({ state }: NewSentence) => state !== 'accepted';
  const { labels, reports } = applyRules(
    rules,
    sentences,
    sentences.map((sentence) => (isOpen(sentence) ? undefined : sentence.spans)),
  );
  const labelled = sentences.map((sentence, i) => (isOpen(sentence) ? { ...sentence, ...labels[i]! } : sentence));
  await writeAtomically(options.out, conllOf(labelled));
  if (options.json) rules.forEach((rule, i) => terminal.print(JSON.stringify(ruleRecord(rule, reports[i]!))));
  else ruleLines(rules, reports).forEach((line) => terminal.print(line));
  const spaced = typesWithSpaces(labelled).map((type) => `“${type}”`);
  if (spaced.length > 0) {
    terminal.note(
      `${options.out} has no-break spaces in ${spaced.join(', ')}, as spaces separate columns. Rename what other programs must read.`,
    );
  }
  const spans = labelled.reduce((sum, one) => sum + one.spans.length, 0);
  const tokens = labelled.reduce((sum, one) => sum + one.tokens.length, 0);
  const unknown = labels.reduce((sum, one, i) => sum + (isOpen(sentences[i]!) ? one.unknown.length : 0), 0);
  terminal.note(
    `Wrote ${count(spans)} entities in ${count(labelled.length)} sentences to ${options.out}; ${formatShare(unknown / tokens, 2)} of the tokens are unknown.`,
  );
}

async function loadRules(terminal: Terminal, { rules: files, names, encoding }: LabelOptions): Promise<Rule[]> {
  const rules: Rule[] = [];
  for (const file of files) {
    const read = readRules(file, inChosenEncoding(await readBytes(file), encoding));
    reportProblems(terminal, read);
    for (const rule of read.rules) rules.push(await withListed(terminal, rule, file, encoding));
  }
  for (const given of names) {
    const [, type, path] = /^(?:([^=]+)=)?(.+)$/su.exec(given)!;
    for (const rule of rulesOfNames(await loadNames(terminal, path!, encoding), type)) rules.push(rule);
  }
  if (rules.length === 0) throw new StudioError('BadInput', `There are no rules in ${files.join(', ')}.`);
  return rules;
}

/** A rule whose value names a file, with the names in it. */
async function withListed(
  terminal: Terminal,
  rule: Rule,
  file: string,
  encoding: LegacyEncoding | undefined,
): Promise<Rule> {
  const name = listOf(rule);
  if (name === undefined) return rule;
  const path = join(dirname(file), name);
  const { lists } = await loadNames(terminal, path, encoding);
  return { ...rule, value: lists.flatMap(({ names }) => names).join('\n'), name };
}

/** The sentences of all files, in documents of their own. */
async function loadTexts(
  terminal: Terminal,
  files: readonly string[],
  encoding: LegacyEncoding | undefined,
): Promise<NewSentence[]> {
  const all: NewSentence[] = [];
  let documents = 0;
  for (const file of files) {
    const read = await importFile(new File([await readCorpusBytes(file)], file), { encoding });
    reportProblems(terminal, { file, ...read });
    for (const sentence of read.sentences) {
      const { source } = sentence;
      all.push({ ...sentence, source: { ...source, document: documents + source.document } });
    }
    documents += 1 + (read.sentences.at(-1)?.source.document ?? 0);
    terminal.note(`text: ${file}, ${count(read.sentences.length)} sentences`);
  }
  return all;
}

/** What a rule is called in a table. */
const nameOf = ({ kind, value, name }: Rule) => `${ruleKind(kind).label} ${name ?? value}`.trim().slice(0, 40);

function ruleRecord(rule: Rule, report: RuleReport) {
  const { value, name, ...others } = rule;
  return { ...others, ...(name === undefined ? { value } : { name }), ...report };
}

function ruleLines(rules: readonly Rule[], reports: readonly RuleReport[]): string[] {
  const header = ['type', 'rule', 'matches', 'sentences', 'overlaps', 'conflicts', 'right', 'precision'];
  const rows = rules.map((rule, i) => {
    const { matches, sentences, overlaps, conflicts, annotated, right, precision } = reports[i]!;
    const checked = annotated === 0 ? '' : `${count(right)}/${count(annotated)}`;
    const figures = [matches, sentences, overlaps, conflicts].map(count);
    const isBackground = ruleKind(rule.kind).isBackground === true;
    return [rule.type, nameOf(rule), ...figures, checked, isBackground ? '' : percentText(precision)];
  });
  const widths = header.map((title, c) => Math.max(...[header, ...rows].map((row) => row[c]!.length), title.length));
  return [header, ...rows].map((row) =>
    row
      .map((cell, c) => (c < 2 ? cell.padEnd(widths[c]!) : cell.padStart(widths[c]!)))
      .join('  ')
      .trimEnd(),
  );
}
