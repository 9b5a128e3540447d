/** Languages of the lessons, with their own names. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch', vi: 'Tiếng Việt' } as const;

export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];

export const isLanguage = (name: string | null | undefined): name is Language => LANGUAGES.includes(name as Language);
