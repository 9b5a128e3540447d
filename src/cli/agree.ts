import { compareAnnotations, type Agreement, type Comparison, type Difference } from '../annotation/agreement.ts';
import type { Sentence, Span } from '../data/corpus.ts';
import { percentText } from '../eval/study-table.ts';
import { StudioError } from '../lib/errors.ts';
import type { AgreeOptions } from './options.ts';
import { corpusLine, count } from './format.ts';
import { loadTaggedCorpus } from './inputs.ts';
import type { Terminal } from './terminal.ts';

/** `tagsmith agree`: how far two annotations of the same text agree, and where they differ. */
export async function agreeCommand(terminal: Terminal, options: AgreeOptions): Promise<void> {
  const [first, second] = [
    await loadTaggedCorpus(terminal, options.first, options.tagColumn),
    await loadTaggedCorpus(terminal, options.second, options.tagColumn),
  ];
  for (const corpus of [first, second]) {
    terminal.note(corpusLine('file', corpus));
    if (corpus.style.scheme === 'none') {
      throw new StudioError('BadCorpus', `${corpus.file} has tags without a scheme. Only entities can be compared.`);
    }
  }
  const compared = compareAnnotations(first.sentences, second.sentences);
  if ('differsAt' in compared) {
    const place = (sentences: readonly Sentence[]) => sentences[compared.differsAt]?.line ?? 'its end';
    throw new StudioError(
      'BadCorpus',
      `The files have different texts: sentence ${compared.differsAt + 1}, at line ${place(first.sentences)} of ${first.file} and ` +
        `line ${place(second.sentences)} of ${second.file}, has other tokens. Both must have the same sentences in the same order.`,
    );
  }
  if (options.json) terminal.print(JSON.stringify(comparisonRecord(compared, first.sentences)));
  else comparisonLines(compared, first.sentences).forEach((line) => terminal.print(line));
}

/** A comparison as JSON: F1 overall and by type, and every difference. Tokens count from 0, `end` is exclusive. */
export function comparisonRecord({ overall, byType, differences }: Comparison, sentences: readonly Sentence[]) {
  return {
    ...overall,
    byType: Object.fromEntries(byType.map(({ type, agreement }) => [type, agreement])),
    differences: differences.map(({ sentence, first, second }) => {
      const { line, tokens } = sentences[sentence]!;
      const entity = (span: Span | undefined) =>
        span === undefined ? null : { ...span, text: tokens.slice(span.start, span.end).join(' ') };
      return { line, sentence: sentence + 1, first: entity(first), second: entity(second), tokens };
    }),
  };
}

function comparisonLines({ overall, byType, differences }: Comparison, sentences: readonly Sentence[]): string[] {
  const width = Math.max('overall'.length, ...byType.map(({ type }) => type.length));
  const row = (name: string, { f1, both, first, second }: Agreement) =>
    `${name.padEnd(width)} ${percentText(f1).padStart(7)} ${count(both).padStart(8)} ${count(first).padStart(8)} ${count(second).padStart(8)}`;
  return [
    `${'type'.padEnd(width)}      F1     both    first   second`,
    ...byType.map(({ type, agreement }) => row(type, agreement)),
    row('overall', overall),
    ...differences.map((difference) => differenceLine(difference, sentences[difference.sentence]!)),
  ];
}

/** `12: PER “Port Vale” | LOC “Vale” | … sentence`. */
function differenceLine({ first, second }: Difference, { line, tokens }: Sentence): string {
  const entity = (span: Span | undefined) =>
    span === undefined ? 'no entity' : `${span.type} “${tokens.slice(span.start, span.end).join(' ')}”`;
  return `${line}: ${entity(first)} | ${entity(second)} | ${tokens.join(' ')}`;
}
