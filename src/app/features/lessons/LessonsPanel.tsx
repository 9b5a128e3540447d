import { NativeSelect } from '@mantine/core';
import { Suspense } from 'react';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../lessons/languages.ts';
import { phrase, say } from '../../../lessons/phrase.ts';
import { TASKS } from '../../../lessons/tasks/registry.ts';
import { ChapterList } from './ChapterList.tsx';
import { ChapterPage } from './ChapterPage.tsx';
import { CHAPTERS } from './chapters.ts';
import styles from './Lessons.module.css';
import { languageChosen, useLessonsStore } from './store.ts';
import { useChapter } from './use-chapter.ts';
import { LESSONS_TOP, placeChosen, useAddress, usePlaceStore } from './use-place.ts';
import { LanguageContext, useChosenLanguage, useSay } from './use-say.ts';
import { useFocusOnChange } from '../../ui/navigation.ts';
import { part } from '../../ui/part.tsx';

const LessonLecture = part(async () => (await import('./LessonLecture.tsx')).LessonLecture);
const Worksheet = part(async () => (await import('./Worksheet.tsx')).Worksheet);

/** The tab Lessons: the list of chapters, or one of them. */
export function LessonsPanel() {
  useAddress();
  const language = useChosenLanguage();
  return (
    <LanguageContext value={language}>
      <section className={styles.panel} lang={language} aria-label={say(language, phrase('lessons.title'))}>
        <Place />
      </section>
    </LanguageContext>
  );
}

function Place() {
  const place = usePlaceStore();
  const { t, language } = useSay();
  const name = place.chapter !== undefined && CHAPTERS.includes(place.chapter) ? place.chapter : undefined;
  const chapter = useChapter(name, language);
  useFocusOnChange(name, LESSONS_TOP);
  const solved = useLessonsStore(({ solved: all }) => all.length);
  const levels = Object.values(TASKS).reduce((sum, task) => sum + task.levels, 0);
  return (
    <>
      <header id={LESSONS_TOP} className={styles.head}>
        <h2>{t('lessons.title')}</h2>
        <span className={styles.quiet}>{t('lessons.progress', { solved, all: levels })}</span>
        <NativeSelect
          aria-label={t('lessons.language')}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={language}
          onChange={(event) => {
            languageChosen(event.currentTarget.value as Language);
            placeChosen({ language: undefined });
          }}
        />
      </header>
      {name === undefined ? (
        <ChapterList />
      ) : chapter === undefined ? (
        <p className={styles.quiet}>{t('lessons.loading')}</p>
      ) : (
        <ChapterPage key={`${name} ${language}`} name={name} chapter={chapter} />
      )}
      <Suspense>
        {chapter && place.view === 'lecture' && <LessonLecture chapter={chapter} />}
        {chapter && place.view === 'worksheet' && <Worksheet chapter={chapter} />}
      </Suspense>
    </>
  );
}
