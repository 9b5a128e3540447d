import { otherSpelling } from '../tagging/other-spelling.ts';
import type { TextSentence } from '../tagging/tagged-text.ts';
import type { TaggerModel } from '../model/model.ts';
import type { Terminal } from './terminal.ts';

/** Length of the beginning of a file, in characters, that is looked at. */
const LOOKED_AT = 5000;

/** The sentences of a file; notes if they are not written like the training text of the model. */
export async function* withSpellingNote(
  terminal: Terminal,
  file: string,
  model: TaggerModel,
  sentences: Iterable<TextSentence> | AsyncIterable<TextSentence>,
): AsyncGenerator<TextSentence, void> {
  let beginning: string | undefined = '';
  const note = (text: string) => {
    const found = otherSpelling(model, text);
    if (found !== undefined) terminal.note(`${file}: ${found.reason}`);
  };
  for await (const sentence of sentences) {
    if (beginning !== undefined) {
      beginning += `${sentence.tokens.map(({ text }) => text).join(' ')} `;
      if (beginning.length > LOOKED_AT) {
        note(beginning);
        beginning = undefined;
      }
    }
    yield sentence;
  }
  if (beginning !== undefined) note(beginning);
}
