import type { Sentence, Span } from '../../data/corpus.ts';
import { PairReader, type SpansOfPair } from '../../eval/score-tags.ts';
import type { TaggerModel } from '../../model/model.ts';
import { scoredSentences } from './corpus-errors.ts';

/** Gold and predicted spans of each sentence with gold tags. Gold spans are the same for models with different schemes. */
export function predictedSpans(
  model: Pick<TaggerModel, 'config' | 'style'>,
  sentences: readonly Sentence[],
  predicted: readonly string[][],
): { file: string | undefined; line: number; tokens: readonly string[]; gold: Span[]; predicted: Span[] }[] {
  const { style, scored } = scoredSentences(model, sentences, predicted);
  const reader = new PairReader(style);
  return scored.map((sentence) => {
    const { gold, predicted: found }: SpansOfPair = reader.read(sentence);
    return { file: sentence.file, line: sentence.line, tokens: sentence.tokens, gold, predicted: found };
  });
}
