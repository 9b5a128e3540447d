import * as v from 'valibot';
import { LANGUAGES, type Language } from '../../../lessons/languages.ts';
import { createPersistedStore } from '../../stores/create-store.ts';

/** What a reader has done, kept in this browser. */
interface LessonsStore {
  /** Undefined: the language of the browser, if there is a translation. */
  language: Language | undefined;
  /** Solved tasks, as `viterbi 2`: the name and the level. */
  solved: readonly string[];
}

export const useLessonsStore = createPersistedStore<LessonsStore>({
  key: 'tagsmith.lessons',
  initial: { language: undefined, solved: [] },
  fields: {
    language: v.picklist(LANGUAGES),
    // One damaged entry does not cost the others.
    solved: v.pipe(v.array(v.unknown()), v.transform((solved) => solved.filter((key) => typeof key === 'string'))), // prettier-ignore
  },
});

export const solvedKey = (name: string, level: number): string => `${name} ${level}`;

export function languageChosen(language: Language): void {
  useLessonsStore.setState({ language });
}

export function taskSolved(name: string, level: number): void {
  useLessonsStore.setState(({ solved }) => ({ solved: [...new Set([...solved, solvedKey(name, level)])] }));
}
