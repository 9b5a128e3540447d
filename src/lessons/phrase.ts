import type { Language } from './languages.ts';
import { de } from './messages/de.ts';
import { en, type MessageKey } from './messages/en.ts';
import { vi } from './messages/vi.ts';
import { numberText } from './numbers.ts';

export const MESSAGES: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en, de, vi };

/** What a placeholder of a message stands for. A string is the same in every language: a word, a tag, a formula. */
export type Value = string | number | Phrase;

/** A text in every language: a message and the values of its placeholders. Plain data. */
export interface Phrase {
  key: MessageKey;
  values?: Readonly<Record<string, Value>>;
}

export function phrase(key: MessageKey, values?: Readonly<Record<string, Value>>): Phrase {
  return values === undefined ? { key } : { key, values };
}

/** The text of a value in a language. */
export function say(language: Language, value: Value): string {
  if (typeof value === 'number') return numberText(language, value);
  if (typeof value === 'string') return value;
  const { key, values = {} } = value;
  const text = MESSAGES[language][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => say(language, values[name] ?? ''));
  return withSigns(text);
}

/** A formula as people write it: `1 − 2` for `1 + −2`, `3 · (−2)` for `3 · −2`. */
export function withSigns(formula: string): string {
  return formula.replaceAll('+ −', '− ').replaceAll(/([·−] )(−[\d.,∞]*[\d∞])/g, '$1($2)');
}
