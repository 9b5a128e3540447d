import { findDoubtful, withIdentical } from '../../annotation/label-check.ts';
import { weightsOf } from '../../annotation/queue/sentence-weights.ts';
import { tagKind, type Corpus } from '../../data/corpus.ts';
import type { Correction } from '../../data/corpora/correction.ts';
import { writeCorrected } from '../../data/corpora/write-corrected.ts';
import { StudioError, throwIfAborted } from '../../lib/errors.ts';
import { CHECK_SETTINGS, FOLDS, trainFolds } from '../../runs/folds.ts';
import { judgeLabels } from '../../tagging/read-sentences.ts';
import type { LabelEvidence } from '../../tagging/sentence-reader.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import type { ModelContext } from '../models/model-slot.ts';
import type { LabelCheck, CheckedFinding } from '../wire/annotation.ts';
import { ProgressReporter } from '../wire/progress.ts';
import type { Download } from '../wire/payloads.ts';
import type { Emit, Params } from '../wire/protocol.ts';

/** Limit of listed findings: more than anyone will review. */
const MAX_LISTED = 1000;

/**
 * Checks the labels of a loaded corpus, in the background.
 *
 * @returns undefined if a run is in progress, or interrupted it
 * @throws StudioError BadInput, BadCorpus, Cancelled
 */
export async function checkLabels(
  { activity, emit, files, models }: ModelContext,
  { id }: Params<'checkLabels'>,
  signal: AbortSignal,
): Promise<LabelCheck | undefined> {
  const corpus = files.answeredCorpus(id);
  requireSpans(corpus);
  if (!activity.isFree) return undefined;
  await activity.inTurn(() => models.ensureDevice());
  return activity.inBackground('checking', (stop) => check(corpus, files, stop, emit), signal);
}

async function check(corpus: Corpus, files: LoadedFiles, signal: AbortSignal, emit: Emit): Promise<LabelCheck> {
  const startedAt = performance.now();
  const { file: name, sentences } = corpus;
  const total = sentences.length;
  const progress = new ProgressReporter(emit, { task: 'checking', name, total, unit: 'sentences' });
  const evidence: (LabelEvidence | undefined)[] = sentences.map(() => undefined);
  try {
    const source = { sentences, vectors: files.vectors.lookup };
    for await (const event of trainFolds(FOLDS, CHECK_SETTINGS, source, signal)) {
      throwIfAborted(signal);
      if (event.kind === 'train') {
        if (event.event.kind !== 'steps') continue;
        const share = (event.event.epoch - 1) / (CHECK_SETTINGS.epochs + 1);
        progress.report(Math.floor((total * (event.fold + share)) / FOLDS));
        continue;
      }
      const held = event.held.map((index) => sentences[index]!);
      for await (const { sentence, evidence: judged } of judgeLabels(event.model, held, signal)) {
        evidence[event.held[sentence]!] = judged;
      }
    }
  } finally {
    progress.end();
  }
  const found = findDoubtful(evidence);
  const kept = withIdentical(found, (sentence) => sentences[sentence]!.tokens, MAX_LISTED);
  const findings = kept.map((finding): CheckedFinding => {
    const { tokens, spans, line } = sentences[finding.sentence]!;
    return { ...finding, line, tokens, spans };
  });
  return {
    file: name,
    findings,
    listed: Math.min(found.length, MAX_LISTED),
    total: found.length,
    weights: [...weightsOf(found)],
    seconds: (performance.now() - startedAt) / 1000,
  };
}

/** The corpus file with corrections applied, in its own format. @throws StudioError BadInput, BadCorpus */
export async function correctLabels(
  { files }: Pick<ModelContext, 'files'>,
  { id, corrections }: Params<'correctLabels'>,
): Promise<Download> {
  const corpus = files.answeredCorpus(id);
  const changes = new Map(corrections.map(({ sentence, spans }): [number, Correction] => [sentence, spans === undefined ? 'excluded' : { spans }])); // prettier-ignore
  const { name, parts } = writeCorrected(await files.bytes(id), corpus, changes);
  return { name, contents: new Blob(parts) };
}

function requireSpans({ file, style }: Corpus): void {
  if (tagKind(style) === 'entities') return;
  if (tagKind(style) === 'classes')
    throw new StudioError('BadCorpus', `${file} has a class for each text. Only entities can be checked.`);
  throw new StudioError('BadCorpus', `${file} has tags without a scheme. Only entities can be checked.`);
}
