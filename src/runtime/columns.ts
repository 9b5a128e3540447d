import type { TokenSentence } from './engine.ts';

/** @param known the columns that the model reads @throws Error if a sentence has an unknown column, or one without a value per token */
export function checkColumns(sentences: readonly TokenSentence[], known: readonly string[]): void {
  for (const [i, { tokens, columns = {} }] of sentences.entries()) {
    for (const [name, values] of Object.entries(columns)) {
      if (!known.includes(name)) {
        const read = known.length === 0 ? 'It reads none' : `It reads ${known.join(', ')}`;
        throw new Error(`Tagsmith: sentence ${i} has a column ${name}, which this model does not read. ${read}.`);
      }
      if (values.length !== tokens.length) {
        throw new Error(
          `Tagsmith: the column ${name} of sentence ${i} has ${values.length} values for ${tokens.length} tokens, expected one per token.`,
        );
      }
    }
  }
}
