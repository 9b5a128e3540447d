import type { CurvePoint, Forecast, Quality } from '../../annotation/queue/evaluation-set.ts';
import type { Finding } from '../../annotation/label-check.ts';
import type { PackedSentences } from '../../annotation/sets/packed-sentences.ts';
import type { AppliedRules, RuleLabels } from '../../annotation/rules/label.ts';
import type { Rule } from '../../annotation/rules/rule.ts';
import type { Span } from '../../data/corpus.ts';
import type { SuggestedEntities } from '../../tagging/sentence-reader.ts';
import type { SentenceWeights } from './payloads.ts';

/** Identifies a set of sentences to annotate: any text. */
export type AnnotationSetId = string;

/** Requests for annotation. Sentences are numbered from 0 in the order in which `annotationTexts` gave them. */
export type AnnotationRequests = {
  /**
   * Sends the tokens of all sentences of a set to the worker, in place of the previous texts. The next model is trained from scratch.
   */
  annotationTexts: [params: { set: AnnotationSetId; sentences: PackedSentences }, result: void];
  /**
   * Restores the learner from `saved` of an earlier result, after `annotationTexts` with the same texts. The result is false if it cannot
   * be used; the next model is then trained from scratch.
   */
  restoreLearner: [params: { set: AnnotationSetId; types: string[]; saved: Blob }, result: boolean];
  /** Applies rules to all sentences of the set, and weighs them by the annotated ones. */
  applyRules: [params: { set: AnnotationSetId; rules: Rule[]; annotated: AnnotatedTokens[] }, result: RuleResult];
  /**
   * Trains on the annotated sentences and returns predictions for the others. With too few annotated sentences it only orders the others.
   * Takes seconds; cancellable. The result is undefined if a run is in progress or interrupts the training; the request should then be
   * repeated when the run has ended. The current model is unchanged.
   */
  learn: [params: LearnRequest, result: LearnResult | undefined];
  /** Suggestions of the learner's last model for some sentences; none before there is one, or while a run is in progress. Cancellable. */
  suggest: [params: { set: AnnotationSetId; sentences: number[] }, result: Suggestion[]];
};

/** A sentence that a person has annotated. Its tokens may have changed since `annotationTexts`. */
export interface AnnotatedTokens {
  sentence: number;
  tokens: string[];
  spans: Span[];
}

/** What rules say of the sentences of a set. */
export interface RuleResult extends Pick<AppliedRules, 'reports'> {
  /** Of each sentence: its number of tokens, and its labels. */
  sentences: (RuleLabels & { length: number })[];
  /** Share of the tokens of which the rules say nothing, or nothing sure. */
  unknown: number;
}

export interface LearnRequest {
  set: AnnotationSetId;
  /** All annotated sentences. Those that are set aside for evaluation (`isSetAside`) are not trained on. */
  annotated: AnnotatedTokens[];
  /** Open sentences of which single spans are accepted or refused. The rest of them is unknown. */
  partly: (AnnotatedTokens & { refused: Span[] })[];
  /** Names of the set's types. Only entities of these are suggested. */
  types: string[];
  /** Skipped and flagged sentences, which are not queued. */
  skipped: number[];
  /** Also train on the loaded training files, except for sentences that are in the set. Then there is a model without annotated sentences. */
  withFiles: boolean;
  /** Also train on what these say of the other sentences. Then there is a model without annotated sentences. */
  rules: Rule[];
  /** Train from scratch, although further training is quicker. Set if the last result has `shouldTrainFromScratch`. */
  fromScratch: boolean;
  /** The share that is set aside, in [0, 1). */
  evaluationShare: number;
  /** The `point`s of earlier results, for the forecast. */
  curve: CurvePoint[];
  /** Sentences to make suggestions for, besides the first of the queue: those on the screen. */
  suggest: number[];
}

export interface LearnResult {
  /** The number of sentences that the model was trained on, annotated, labelled by rules or of files; 0: there were too few, so there is no model. */
  trainedOn: number;
  /** Whether it was trained from scratch, or from the weights of the previous model. */
  from: 'scratch' | 'model';
  /** The data has grown so much since the last training from scratch that one should be requested next. */
  shouldTrainFromScratch: boolean;
  /** The open sentences, best first, interleaved with those that are set aside for evaluation. */
  queue: Int32Array;
  /** For the first sentences of the queue, and the requested ones. Not for set-aside sentences: a suggestion would bias the annotation. */
  suggestions: Suggestion[];
  /** Quality on the set-aside sentences; undefined while they are too few. */
  quality: Quality | undefined;
  /** The point that `quality` adds to the learning curve. */
  point: CurvePoint | undefined;
  forecast: Forecast;
  /** Duration of training and tagging. */
  seconds: number;
  /** The model, for `restoreLearner`; undefined without one. Created by the worker, so that its bytes are not copied to the page. */
  saved: Blob | undefined;
}

export interface Suggestion extends SuggestedEntities {
  sentence: number;
}

/** Labels of a corpus that are improbable under models that were not trained on them. */
export interface LabelCheck {
  file: string;
  /** Most doubtful first: the listed findings, then all others that are identical to one of these. */
  findings: CheckedFinding[];
  /** The number of listed findings, at most 1,000. */
  listed: number;
  /** The number of all findings. */
  total: number;
  /** Weights of the sentences with doubtful labels, for training. */
  weights: SentenceWeights;
  seconds: number;
}

export interface CheckedFinding extends Finding {
  /** 1-based line of the sentence's first token. */
  line: number;
  tokens: string[];
  /** All labels of the sentence. */
  spans: Span[];
  /** Case number, which identical findings share: the same words with the same label and suggestion. */
  case: number;
}

/** Corrected spans of a sentence. `spans: undefined`: the sentence is excluded. */
export interface SentenceCorrection {
  sentence: number;
  spans: Span[] | undefined;
}
