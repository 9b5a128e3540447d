import { useEffect, useState } from 'react';
import type { Chapter } from '../../../lessons/chapter.ts';
import type { Language } from '../../../lessons/languages.ts';
import { loadChapter } from './chapters.ts';

/** The text of a chapter in a language; undefined while it is loaded. */
export function useChapter(name: string | undefined, language: Language): Chapter | undefined {
  const [loaded, setLoaded] = useState<{ key: string; chapter: Chapter }>();
  const key = `${name} ${language}`;
  useEffect(() => {
    let isWanted = true;
    if (name !== undefined) {
      void loadChapter(name, language).then((chapter) => {
        if (isWanted) setLoaded({ key: `${name} ${language}`, chapter });
      });
    }
    return () => {
      isWanted = false;
    };
  }, [name, language]);
  return loaded?.key === key ? loaded.chapter : undefined;
}
