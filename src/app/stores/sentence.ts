import { createStore } from './create-store.ts';

/** The text in the sentence box. */
export const useSentenceStore = createStore({ text: '' });

export function textTyped(text: string): void {
  useSentenceStore.setState({ text });
}
