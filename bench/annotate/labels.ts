import { findDoubtful, type FindingKind } from '../../src/annotation/label-check.ts';
import type { RunConfig } from '../../src/config/schema.ts';
import { openDevice } from '../../src/devices/open.ts';
import { CHECK_SETTINGS, trainFolds, type FoldsSource } from '../../src/runs/folds.ts';
import { judgeLabels } from '../../src/tagging/read-sentences.ts';
import type { LabelEvidence } from '../../src/tagging/sentence-reader.ts';
import { corrupt, type Corruption } from './corrupt.ts';
import { readSentencesOf, vectorsOf } from './inputs.ts';

export interface LabelOptions {
  train: string;
  embeddings?: string | undefined;
  seed: number;
  share: number;
  /** Sentences of the file; default: all. */
  sentences?: number | undefined;
  folds: number;
}

/** Average precision, and precision among the first 200, of a ranking of sentences. */
export interface Ranking {
  averagePrecision: number;
  precisionAt200: number;
}

export type LabelResult = Record<'plain' | 'tagsmith', Record<FindingKind | 'all', Ranking>>;

/** Corrupts labels, and scores how well the corruptions are found. */
export async function checkCorrupted(options: LabelOptions): Promise<LabelResult> {
  await openDevice('simd', () => undefined, 1);
  const gold = (await readSentencesOf(options.train)).slice(0, options.sentences);
  const { corrupted, corruptions } = corrupt(gold, options.share, options.seed);
  const vectors = options.embeddings === undefined ? undefined : await vectorsOf(options.embeddings, gold);
  const evidence = await predictHeldOut(options.folds, CHECK_SETTINGS, { sentences: corrupted, vectors });
  return scoreRankings(evidence, corruptions);
}

/** Predictions of models for sentences that they were not trained on, by sentence. */
export async function predictHeldOut(
  folds: number,
  settings: Partial<RunConfig>,
  source: FoldsSource,
): Promise<(LabelEvidence | undefined)[]> {
  const evidence: (LabelEvidence | undefined)[] = source.sentences.map(() => undefined);
  for await (const event of trainFolds(folds, settings, source)) {
    if (event.kind !== 'model') continue;
    const held = event.held.map((index) => source.sentences[index]!);
    for await (const { sentence, evidence: judged } of judgeLabels(event.model, held)) {
      evidence[event.held[sentence]!] = judged;
    }
  }
  return evidence;
}

/** Both rank sentences: the plain method by the least probable gold tag, ours by the most doubtful finding. */
export function scoreRankings(
  evidence: readonly (LabelEvidence | undefined)[],
  corruptions: readonly Corruption[],
): LabelResult {
  const known = [...evidence.keys()].filter((index) => evidence[index] !== undefined);
  const plain = new Map(known.map((index) => [index, 1 - evidence[index]!.worstToken]));
  const doubt = new Map<number, number>();
  for (const finding of findDoubtful(evidence)) {
    doubt.set(finding.sentence, Math.max(doubt.get(finding.sentence) ?? -Infinity, finding.doubt));
  }
  const kinds = ['type', 'boundary', 'missed', 'spurious'] as const;
  const rankingsOf = (scores: ReadonlyMap<number, number>) => {
    const of = (kind: FindingKind | 'all') => {
      const wrong = new Set(
        corruptions.filter((one) => kind === 'all' || one.kind === kind).map((one) => one.sentence),
      );
      const others = new Set(corruptions.map((one) => one.sentence));
      const ranked = known
        .filter((index) => wrong.has(index) || !others.has(index))
        .sort((a, b) => (scores.get(b) ?? -Infinity) - (scores.get(a) ?? -Infinity));
      return rankingOf(ranked, wrong);
    };
    return Object.fromEntries([...kinds, 'all' as const].map((kind) => [kind, of(kind)])) as LabelResult['plain'];
  };
  return { plain: rankingsOf(plain), tagsmith: rankingsOf(doubt) };
}

function rankingOf(ranked: readonly number[], wrong: ReadonlySet<number>): Ranking {
  let found = 0;
  let sum = 0;
  ranked.forEach((index, place) => {
    if (!wrong.has(index)) return;
    found++;
    sum += found / (place + 1);
  });
  const first = ranked.slice(0, 200).filter((index) => wrong.has(index)).length;
  return { averagePrecision: sum / wrong.size, precisionAt200: first / 200 };
}
