import { createContext, use } from 'react';
import { isLanguage, type Language } from '../../../lessons/languages.ts';
import type { MessageKey } from '../../../lessons/messages/en.ts';
import { probabilityText, scoreText } from '../../../lessons/numbers.ts';
import { phrase, say, type Value } from '../../../lessons/phrase.ts';
import { useLessonsStore } from './store.ts';
import { usePlaceStore } from './use-place.ts';

/** The language of the texts around. */
export const LanguageContext = createContext<Language>('en');

/** The language of the lessons: that of a link, the chosen one, or that of the browser. */
export function useChosenLanguage(): Language {
  const linked = usePlaceStore(({ language }) => language);
  const chosen = useLessonsStore(({ language }) => language);
  const own = navigator.languages.map((name) => name.slice(0, 2)).find(isLanguage);
  return linked ?? chosen ?? own ?? 'en';
}

/** Texts and numbers in the language of the lessons. */
export function useSay() {
  const language = use(LanguageContext);
  return {
    language,
    t: (key: MessageKey, values?: Readonly<Record<string, Value>>) => say(language, phrase(key, values)),
    say: (value: Value) => say(language, value),
    score: (value: number) => scoreText(language, value),
    probability: (value: number) => probabilityText(language, value),
  };
}
