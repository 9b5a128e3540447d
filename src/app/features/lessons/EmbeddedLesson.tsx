import { useEffect, useState } from 'react';
import { isTaskName } from '../../../lessons/tasks/registry.ts';
import { ChapterPage, FigureView } from './ChapterPage.tsx';
import { CHAPTERS } from './chapters.ts';
import { Exercise } from './Exercise.tsx';
import styles from './Lessons.module.css';
import { useChapter } from './use-chapter.ts';
import { useAddress, usePlaceStore } from './use-place.ts';
import { LanguageContext, useChosenLanguage } from './use-say.ts';

/** In a frame of another page: a figure, a task, or a chapter, as `?embed&figure=viterbi` says, and nothing else. */
export function EmbeddedLesson() {
  useAddress();
  const language = useChosenLanguage();
  const [figure] = useState(() => new URLSearchParams(location.search).get('figure'));
  const { task, level, chapter: linked } = usePlaceStore();
  const name = CHAPTERS.find((one) => one === linked) ?? CHAPTERS[0]!;
  const chapter = useChapter(name, language);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <LanguageContext value={language}>
      <main className={styles.embedded}>
        {figure !== null ? (
          <FigureView name={figure} label={figure} />
        ) : isTaskName(task) ? (
          <Exercise name={task} level={level} />
        ) : (
          chapter && <ChapterPage key={`${name} ${language}`} name={name} chapter={chapter} />
        )}
      </main>
    </LanguageContext>
  );
}
