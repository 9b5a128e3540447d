import type { TextToken } from '../../data/text/tokenizer.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import type { TaggerModel } from '../../model/model.ts';
import { tagInChunks } from './chunks.ts';
import { classesOf, type ClassProbability } from './classes.ts';
import type { TextSentence } from '../tagged-text.ts';
import { textUnits } from './text-units.ts';

/**
 * Classifies texts with a model that gives each text one class.
 *
 * @param stored vectors for out-of-vocabulary words
 * @param onText called with the number of texts classified so far
 * @throws StudioError Cancelled
 */
export async function classifyTexts<Text extends { text: string }>(
  model: TaggerModel,
  texts: readonly Text[],
  stored?: StoredVectors,
  { signal, onText }: { signal?: AbortSignal; onText?: (done: number) => void } = {},
): Promise<(Text & { classes: ClassProbability[]; tokens: readonly TextToken[] })[]> {
  const found: { classes: ClassProbability[]; tokens: readonly TextToken[] }[] = [];
  for await (const { sentences, tagged } of tagInChunks(model, unitsOf(model, texts), stored, { signal })) {
    sentences.forEach(({ tokens }, i) => found.push({ classes: classesOf(tagged[i]!), tokens }));
    onText?.(found.length);
  }
  return texts.map((text, i) => ({ ...text, ...found[i]! }));
}

function* unitsOf(model: TaggerModel, texts: readonly { text: string }[]): Generator<TextSentence, void> {
  for (const [document, { text }] of texts.entries()) {
    const [tokens = []] = textUnits(model.style, text);
    yield { text, tokens, document };
  }
}
