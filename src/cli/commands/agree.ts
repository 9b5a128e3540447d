import {
  compareAnnotations,
  type Agreement,
  type Comparison,
  type Difference,
} from '../../annotation/agreement/agreement.ts';
import { alignSentences } from '../../annotation/agreement/alignment.ts';
import { tagKind, type Corpus, type Sentence, type Span } from '../../data/corpus.ts';
import { percentText } from '../../eval/figure-text.ts';
import { StudioError } from '../../lib/errors.ts';
import { defineCommand } from '../parsing/command.ts';
import { argument, toggle, type ValuesOf } from '../parsing/flags.ts';
import { corpusLine, count } from '../format.ts';
import { loadTaggedCorpus } from '../inputs/inputs.ts';
import { READING } from '../parsing/shared-flags.ts';
import type { Terminal } from '../terminal.ts';

const ARGS = { first: argument('FILE'), second: argument('FILE', 'a second FILE') };

const FLAGS = {
  ...READING,
  json: toggle('print one object: f1, both, first, second, byType, differences'),
};

type AgreeOptions = ValuesOf<typeof ARGS & typeof FLAGS>;

export const command = defineCommand({
  name: 'agree',
  place: 8,
  summary: 'compare two annotations of the same text',
  about: `
Compares two annotations of the same sentences: F1 by type (the same in both directions) and every difference, with
its line in the first file.`,
  args: ARGS,
  flags: FLAGS,
  run: agree,
});

async function agree(terminal: Terminal, options: AgreeOptions): Promise<void> {
  const [first, second] = [
    await loadTaggedCorpus(terminal, options.first, options),
    await loadTaggedCorpus(terminal, options.second, options),
  ];
  for (const corpus of [first, second]) {
    terminal.note(corpusLine('file', corpus));
    if (tagKind(corpus.style) !== 'entities') {
      const has = tagKind(corpus.style) === 'classes' ? 'a class for each text' : 'tags without a scheme';
      throw new StudioError('BadCorpus', `${corpus.file} has ${has}. Only entities can be compared.`);
    }
  }
  const { pairs, onlyFirst, onlySecond } = alignSentences(first.sentences, second.sentences);
  if (pairs.length === 0) {
    throw new StudioError(
      'BadCorpus',
      `${first.file} and ${second.file} have no sentence in common. Both must be annotations of the same text.`,
    );
  }
  noteUnmatched(terminal, first, onlyFirst);
  noteUnmatched(terminal, second, onlySecond);
  const compared = compareAnnotations(pairs);
  const sentences = pairs.map(({ first: index, tokens }) => ({ tokens, line: first.sentences[index]!.line }));
  if (options.json) terminal.print(JSON.stringify(comparisonRecord(compared, sentences)));
  else comparisonLines(compared, sentences).forEach((line) => terminal.print(line));
}

/** Maximum number of unmatched sentences listed per file. */
const LISTED = 10;

function noteUnmatched(terminal: Terminal, { file, sentences }: Corpus, unmatched: readonly number[]): void {
  if (unmatched.length === 0) return;
  terminal.note(`${count(unmatched.length)} sentences are only in ${file}, and are not compared:`);
  for (const index of unmatched.slice(0, LISTED)) {
    const { line, tokens } = sentences[index]!;
    terminal.note(`  line ${line}: ${tokens.join(' ')}`);
  }
  if (unmatched.length > LISTED) terminal.note(`  and ${count(unmatched.length - LISTED)} more`);
}

type PlacedSentence = Pick<Sentence, 'line'> & { tokens: readonly string[] };

/** A comparison as JSON: F1 overall and by type, and every difference. Token indices start at 0, `end` is exclusive. */
function comparisonRecord(
  { overall, byType, kappa, differences, sentences: compared }: Comparison,
  sentences: readonly PlacedSentence[],
) {
  return {
    ...overall,
    kappa: kappa ?? null,
    sentences: compared,
    byType: Object.fromEntries(byType.map(({ type, agreement }) => [type, agreement])),
    differences: differences.map(({ sentence, first, second }) => {
      const { line, tokens } = sentences[sentence]!;
      const entity = (span: Span | undefined) =>
        span === undefined ? null : { ...span, text: tokens.slice(span.start, span.end).join(' ') };
      return { line, sentence: sentence + 1, first: entity(first), second: entity(second), tokens };
    }),
  };
}

function comparisonLines(
  { overall, byType, kappa, differences }: Comparison,
  sentences: readonly PlacedSentence[],
): string[] {
  const width = Math.max('overall'.length, ...byType.map(({ type }) => type.length));
  const row = (name: string, { f1, both, first, second }: Agreement) =>
    `${name.padEnd(width)} ${percentText(f1).padStart(7)} ${count(both).padStart(8)} ${count(first).padStart(8)} ${count(second).padStart(8)}`;
  return [
    `${'type'.padEnd(width)}      F1     both    first   second`,
    ...byType.map(({ type, agreement }) => row(type, agreement)),
    row('overall', overall),
    ...(kappa === undefined ? [] : [`Cohen's kappa by token: ${kappa.toFixed(3)}`]),
    ...differences.map((difference) => differenceLine(difference, sentences[difference.sentence]!)),
  ];
}

/** `12: PER “Port Vale” | LOC “Vale” | … sentence`. */
function differenceLine({ first, second }: Difference, { line, tokens }: PlacedSentence): string {
  const entity = (span: Span | undefined) =>
    span === undefined ? 'no entity' : `${span.type} “${tokens.slice(span.start, span.end).join(' ')}”`;
  return `${line}: ${entity(first)} | ${entity(second)} | ${tokens.join(' ')}`;
}
