import type { CurvePoint, Forecast, Quality } from '../../annotation/evaluation-set.ts';
import type { Finding } from '../../annotation/label-check.ts';
import type { PackedSentences } from '../../annotation/packed-sentences.ts';
import type { Span } from '../../data/corpus.ts';
import type { SuggestedEntities } from '../../tagging/sentence-reader.ts';
import type { SentenceWeights } from './payloads.ts';

/** Identifies a set of sentences to annotate: any text. */
export type AnnotationSetId = string;

/** Requests for annotation. Sentences are numbered from 0 in the order in which `annotationTexts` gave them. */
export type AnnotationRequests = {
  /**
   * Gives the worker the tokens of all sentences of a set. For the same set, as after an import, its learner continues; another set
   * takes its place.
   */
  annotationTexts: [params: { set: AnnotationSetId; sentences: PackedSentences }, result: void];
  /**
   * Goes on from what `saved` of an earlier result holds, after `annotationTexts` of the same texts. The result is false if it cannot be
   * used: then the next model is trained from scratch.
   */
  restoreLearner: [params: { set: AnnotationSetId; types: string[]; saved: Blob }, result: boolean];
  /**
   * Trains on the annotated sentences and returns predictions for the others. With too few of them it only orders those. Takes
   * seconds; cancellable. While a run is in progress nothing is trained, and a run that begins interrupts it: then the result is
   * undefined, and should be asked for again when the run has ended. The model that tags is not touched.
   */
  learn: [params: LearnRequest, result: LearnResult | undefined];
  /** Suggestions for some sentences by the last learnt model; none before there is one, or while a run is in progress. Cancellable. */
  suggest: [params: { set: AnnotationSetId; sentences: number[] }, result: Suggestion[]];
};

/** A sentence that a person has annotated. Its tokens may have been cut again since `annotationTexts`. */
export interface AnnotatedTokens {
  sentence: number;
  tokens: string[];
  spans: Span[];
}

export interface LearnRequest {
  set: AnnotationSetId;
  /** Those that are set aside for evaluation (`isSetAside`) among them: they are not trained on. */
  annotated: AnnotatedTokens[];
  /** Names of the set's types. Only entities of these are suggested. */
  types: string[];
  /** Sentences that are neither annotated nor to be queued. */
  skipped: number[];
  /** Train on the loaded training files, too, except for sentences that are in the set. */
  withFiles: boolean;
  /** Train from scratch, although continuing from the last model is quicker: if the last result has `shouldTrainFromScratch`. */
  fromScratch: boolean;
  /** The share that is set aside, in [0, 1). */
  evaluationShare: number;
  /** `points` of earlier results, for the forecast. */
  curve: CurvePoint[];
  /** Sentences to make suggestions for, beside the first of the queue: those on the screen. */
  suggest: number[];
}

export interface LearnResult {
  /** How many annotated sentences the model was trained on; 0: there were too few, and there is no model. */
  trainedOn: number;
  /** Whether it was trained from scratch, or from the weights of the previous model. */
  from: 'scratch' | 'model';
  /** There is so much more data than at the last training from scratch that it should be requested next. */
  shouldTrainFromScratch: boolean;
  /** The sentences that are not annotated, best first. One in so many is set aside for evaluation. */
  queue: Int32Array;
  /** For the first of the queue, and those asked for. None for sentences set aside: a suggestion would sway the annotation. */
  suggestions: Suggestion[];
  /** On the sentences that are set aside; undefined while they are too few. */
  quality: Quality | undefined;
  /** What `quality` adds to the curve. */
  point: CurvePoint | undefined;
  forecast: Forecast;
  /** Of training and reading. */
  seconds: number;
  /** The model, for `restoreLearner`; undefined without one. Created by the worker, so that its bytes are not copied to the page. */
  saved: Blob | undefined;
}

export interface Suggestion extends SuggestedEntities {
  sentence: number;
}

/** Labels of a corpus that models which have not seen them find improbable. */
export interface LabelCheck {
  file: string;
  /** Most doubtful first: those that are listed, then all others that are like one of these. */
  findings: CheckedFinding[];
  /** How many of the findings are listed: at most a thousand. */
  listed: number;
  /** Of all findings. */
  total: number;
  /** Of the sentences with doubtful labels, for training. */
  weights: SentenceWeights;
  seconds: number;
}

export interface CheckedFinding extends Finding {
  /** 1-based line of the sentence's first token. */
  line: number;
  tokens: string[];
  /** All labels of the sentence. */
  spans: Span[];
  /** Findings with the same number are alike: the same words, labelled alike, with the same suggestion. */
  case: number;
}

/** A sentence with other spans; without any, `undefined`, it is left out. */
export interface SentenceCorrection {
  sentence: number;
  spans: Span[] | undefined;
}
