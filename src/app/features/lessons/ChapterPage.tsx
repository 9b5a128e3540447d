import { Button } from '@mantine/core';
import type { Chapter, Section } from '../../../lessons/chapter.ts';
import { isFigureName } from '../../../lessons/figures/names.ts';
import { isTaskName } from '../../../lessons/tasks/registry.ts';
import { CHAPTERS, frontOf } from './chapters.ts';
import { ChapterText } from './ChapterText.tsx';
import { CopyLink } from './CopyLink.tsx';
import { Exercise } from './Exercise.tsx';
import { FIGURES } from './figures/registry.tsx';
import styles from './Lessons.module.css';
import { placeChosen, usePlaceStore, useScrollToTop } from './use-place.ts';
import { useSay } from './use-say.ts';

/** Id of the button that opens the lecture view. */
export const LECTURE_BUTTON = 'lesson-lecture';

/** A chapter to read: text with its figure beside it, and tasks. */
export function ChapterPage({ name, chapter }: { name: string; chapter: Chapter }) {
  const { t, language } = useSay();
  useScrollToTop();
  const { title, minutes, objectives, sources, sections } = chapter;
  const index = CHAPTERS.indexOf(name);
  const neighbours = [
    { chapter: CHAPTERS[index - 1], key: 'lessons.previous' },
    { chapter: CHAPTERS[index + 1], key: 'lessons.next' },
  ] as const;
  return (
    <article className={styles.chapter}>
      <nav className={styles.row} aria-label={t('lessons.chapters')}>
        <Button onClick={() => placeChosen({ chapter: undefined, task: undefined })}>{t('lessons.chapters')}</Button>
        <Button id={LECTURE_BUTTON} onClick={() => placeChosen({ view: 'lecture', slide: 0 })}>
          {t('lessons.lecture')}
        </Button>
        <Button onClick={() => placeChosen({ view: 'worksheet' })}>{t('lessons.worksheet')}</Button>
        <CopyLink place={() => ({ ...usePlaceStore.getState(), task: undefined })} />
      </nav>
      <header className={styles.title}>
        <p className={styles.quiet}>
          {t('lessons.chapter', { number: index + 1 })} · {t('lessons.minutes', { minutes })}
        </p>
        <h3>{title}</h3>
        <p>{t('lessons.objectives')}</p>
        <ul>
          {objectives.map((objective) => (
            <li key={objective}>{objective}</li>
          ))}
        </ul>
      </header>
      {sections.map((section) => (
        <SectionView key={section.title} section={section} />
      ))}
      <footer className={styles.sources}>
        <h4>{t('lessons.sources')}</h4>
        <ul>
          {sources.map((source) => (
            <li key={source}>{source}</li>
          ))}
        </ul>
        <div className={styles.row}>
          {neighbours.map(
            ({ chapter: other, key }) =>
              other !== undefined && (
                <Button key={key} onClick={() => placeChosen({ chapter: other, task: undefined })}>
                  {t(key, { title: frontOf(other, language).title })}
                </Button>
              ),
          )}
        </div>
      </footer>
    </article>
  );
}

function SectionView({ section: { title, text, figures, tasks } }: { section: Section }) {
  return (
    <section className={styles.section} data-figures={figures.length > 0 || undefined}>
      <div className={styles.text}>
        <h4>{title}</h4>
        <ChapterText nodes={text} />
      </div>
      {figures.length > 0 && (
        <div className={styles.figures}>
          <div className={styles.pinned}>
            {figures.map((figure) => (
              <FigureView key={figure} name={figure} label={title} />
            ))}
          </div>
        </div>
      )}
      {tasks.length > 0 && (
        <div className={styles.tasks}>
          {tasks.map(({ name, level }) => isTaskName(name) && <Exercise key={name} name={name} level={level} />)}
        </div>
      )}
    </section>
  );
}

/** A figure that chapters name. */
export function FigureView({ name, label }: { name: string; label: string }) {
  if (!isFigureName(name)) return null;
  const Figure = FIGURES[name];
  return (
    <figure className={styles.figure} aria-label={label}>
      <Figure />
    </figure>
  );
}
