import { textTyped } from '../../stores/inspect.ts';
import { goToSentenceBox } from '../../use-shortcuts.ts';

/** Puts a sentence of a file into the sentence box. */
export function trySentence(text: string): void {
  textTyped(text);
  goToSentenceBox();
}
