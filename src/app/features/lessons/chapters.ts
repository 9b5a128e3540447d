import type { Chapter, ChapterFront } from '../../../lessons/chapter.ts';
import type { Language } from '../../../lessons/languages.ts';

/** Compiled by `scripts/chapters.ts`. A folder with a file per language is a chapter: nothing else lists them. */
const FRONTS = import.meta.glob<ChapterFront>('../../../lessons/chapters/*/*.md', {
  query: '?front',
  import: 'default',
  eager: true,
});
const LOADERS = import.meta.glob<Chapter>('../../../lessons/chapters/*/*.md', { import: 'default' });

const pathOf = (name: string, language: Language) => `../../../lessons/chapters/${name}/${language}.md`;

/** Names of the chapters, in order. */
export const CHAPTERS: readonly string[] = [
  ...new Set(Object.keys(FRONTS).map((path) => path.split('/').at(-2)!)),
].toSorted();

export function frontOf(name: string, language: Language): ChapterFront {
  return FRONTS[pathOf(name, language)]!;
}

export async function loadChapter(name: string, language: Language): Promise<Chapter> {
  return LOADERS[pathOf(name, language)]!();
}
