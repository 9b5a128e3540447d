import { findDoubtful, type Finding } from '../../annotation/label-check.ts';
import { formatWeights, weightsOf } from '../../annotation/queue/sentence-weights.ts';
import { tagKind, type Corpus, type Sentence, type Span } from '../../data/corpus.ts';
import { DEFAULT_CONFIG } from '../../config/schema.ts';
import { StudioError } from '../../lib/errors.ts';
import { openDevice } from '../../devices/open.ts';
import { CHECK_SETTINGS, FOLDS, trainFolds } from '../../runs/folds.ts';
import { readWordVectors } from '../../runs/inputs.ts';
import { judgeLabels } from '../../tagging/read-sentences.ts';
import type { LabelEvidence } from '../../tagging/sentence-reader.ts';
import { defineCommand } from '../parsing/command.ts';
import { argument, text, toggle, whole, type ValuesOf } from '../parsing/flags.ts';
import { writeAtomically } from '../files.ts';
import { corpusLine, count } from '../format.ts';
import { inputReporter, loadTaggedCorpus, vectorsFile, vectorsProgress } from '../inputs/inputs.ts';
import { DEVICE, READING, THREADS } from '../parsing/shared-flags.ts';
import type { Terminal } from '../terminal.ts';

/** Default number of findings. */
const FINDINGS = 200;

const ARGS = { file: argument('FILE') };

const FLAGS = {
  embeddings: text('FILE', 'word vectors, as for tagsmith train; the findings are much better with them'),
  folds: whole('N', `number of parts; default: ${FOLDS}`, 2),
  limit: whole('N', `list at most N; default: ${FINDINGS}`),
  weights: text('OUT', 'write a weight for each sentence with doubtful labels to OUT, for tagsmith train --weights'),
  ...READING,
  device: DEVICE,
  threads: THREADS,
  json: toggle(
    'print one line of JSON for each: line, sentence, kind (type, boundary, missed or spurious), labelled and suggested, each with entity (null: none) and probability, doubt (log-odds), tokens',
  ),
};

type CheckOptions = ValuesOf<typeof ARGS & typeof FLAGS>;

export const command = defineCommand({
  name: 'check',
  place: 7,
  summary: 'list labels that are probably wrong',
  about: `
Lists the labels of a tagged file that are probably wrong, most doubtful first, with both readings and their
probabilities. The labels of each part of the file are predicted by a model that was trained on the other parts.`,
  args: ARGS,
  flags: FLAGS,
  trained: () => 'the findings',
  run: check,
});

async function check(terminal: Terminal, options: CheckOptions, signal: AbortSignal): Promise<void> {
  const corpus = await loadTaggedCorpus(terminal, options.file, options);
  terminal.note(corpusLine('file', corpus));
  requireSpans(corpus);
  const { embeddings } = options;
  const vectors =
    embeddings === undefined
      ? undefined
      : await readWordVectors(
          vectorsFile(embeddings),
          { train: corpus.sentences, others: [] },
          DEFAULT_CONFIG,
          { signal, onProgress: vectorsProgress(terminal, embeddings) },
          inputReporter(terminal),
        );
  await openDevice(options.device, () => undefined, options.threads); // if it is lost, later operations fail

  const findings = findDoubtful(await evidenceOf(terminal, corpus, options, vectors?.lookup, signal));
  if (options.weights !== undefined) await writeWeights(terminal, options.weights, corpus.sentences, findings);
  const shown = findings.slice(0, options.limit ?? FINDINGS);
  for (const finding of shown) {
    const sentence = corpus.sentences[finding.sentence]!;
    terminal.print(options.json ? JSON.stringify(findingRecord(finding, sentence)) : findingLine(finding, sentence));
  }
  const rest = findings.length - shown.length;
  terminal.note(
    `${count(findings.length)} labels are doubtful${rest > 0 ? `; the ${count(shown.length)} most doubtful ones are listed` : ''}.`,
  );
}

async function writeWeights(
  terminal: Terminal,
  path: string,
  sentences: readonly Sentence[],
  findings: readonly Finding[],
): Promise<void> {
  const weights = weightsOf(findings);
  await writeAtomically(path, formatWeights(sentences, weights));
  terminal.note(
    `Wrote the weights of ${count(weights.size)} doubtful sentences to ${path}, for tagsmith train --weights.`,
  );
}

function requireSpans({ file, style }: Corpus): void {
  if (tagKind(style) === 'entities') return;
  if (tagKind(style) === 'classes')
    throw new StudioError('BadCorpus', `${file} has a class for each text. Only entities can be checked.`);
  throw new StudioError(
    'BadCorpus',
    `${file} has tags without a scheme. Only entities can be checked: choose another tag column with --tag-column.`,
  );
}

async function evidenceOf(
  terminal: Terminal,
  { sentences }: Corpus,
  { folds = FOLDS }: CheckOptions,
  vectors: Parameters<typeof trainFolds>[2]['vectors'],
  signal: AbortSignal,
): Promise<(LabelEvidence | undefined)[]> {
  const evidence: (LabelEvidence | undefined)[] = sentences.map(() => undefined);
  for await (const event of trainFolds(folds, CHECK_SETTINGS, { sentences, vectors }, signal)) {
    const place = `fold ${event.fold + 1} of ${folds}`;
    if (event.kind === 'train') {
      if (event.event.kind === 'steps')
        terminal.progress(`${place}: epoch ${event.event.epoch}/${CHECK_SETTINGS.epochs}`);
      continue;
    }
    terminal.progress(`${place}: predicting ${count(event.held.length)} sentences`);
    const held = event.held.map((index) => sentences[index]!);
    for await (const { sentence, evidence: judged } of judgeLabels(event.model, held, signal)) {
      evidence[event.held[sentence]!] = judged;
    }
  }
  terminal.clearProgress();
  return evidence;
}

/** A finding as JSON. Token indices start at 0 in the sentence, `end` is exclusive; `line` is that of the first token. */
export function findingRecord(finding: Finding, { tokens, line }: Pick<Sentence, 'tokens' | 'line'>) {
  const { kind, labelled, labelledProbability, suggested, suggestedProbability, doubt } = finding;
  const reading = (span: Span | undefined, probability: number) => ({
    entity: span === undefined ? null : { ...span, text: tokens.slice(span.start, span.end).join(' ') },
    probability: rounded(probability),
  });
  return {
    line,
    sentence: finding.sentence + 1,
    kind,
    labelled: reading(labelled, labelledProbability),
    suggested: reading(suggested, suggestedProbability),
    doubt: rounded(doubt),
    tokens,
  };
}

/** `12: type: Oslo is labelled PER (0.02), rather LOC (0.97) | … sentence`. */
export function findingLine(finding: Finding, { tokens, line }: Pick<Sentence, 'tokens' | 'line'>): string {
  const { kind, labelled, labelledProbability, suggested, suggestedProbability } = finding;
  const reading = (span: Span | undefined, probability: number) => {
    const what = span === undefined ? 'no entity' : `${span.type} “${tokens.slice(span.start, span.end).join(' ')}”`;
    return `${what} (${probability.toFixed(2)})`;
  };
  const now = reading(labelled, labelledProbability);
  return `${line}: ${kind}: ${now} → ${reading(suggested, suggestedProbability)} | ${tokens.join(' ')}`;
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
