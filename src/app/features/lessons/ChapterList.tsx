import { Button } from '@mantine/core';
import { saveFile } from '../../ui/save-file.ts';
import { CHAPTERS, frontOf } from './chapters.ts';
import styles from './Lessons.module.css';
import { useLessonsStore } from './store.ts';
import { placeChosen, useScrollToTop } from './use-place.ts';
import { useSay } from './use-say.ts';

/** All chapters, with their time and what one can do after them. */
export function ChapterList() {
  const { t, language } = useSay();
  useScrollToTop();
  return (
    <>
      <p className={styles.about}>{t('lessons.about')}</p>
      <ol className={styles.chapters}>
        {CHAPTERS.map((name, i) => {
          const { title, minutes, objectives } = frontOf(name, language);
          return (
            <li key={name}>
              <button
                type="button"
                onClick={() => placeChosen({ chapter: name, view: 'read', slide: 0, task: undefined })}
              >
                <b>{i + 1}</b>
                <span>
                  <strong>{title}</strong> <small>{t('lessons.minutes', { minutes })}</small>
                  <span className={styles.quiet}>{objectives[0]}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      <div className={styles.row}>
        <Button onClick={saveProgress}>{t('lessons.export')}</Button>
        <span className={styles.quiet}>{t('lessons.kept')}</span>
      </div>
    </>
  );
}

function saveProgress(): void {
  const { solved } = useLessonsStore.getState();
  const tasks = solved.map((key) => {
    const [task, level] = key.split(' ');
    return { task, level: Number(level) };
  });
  saveFile('lessons.json', `${JSON.stringify({ solved: tasks }, null, 2)}\n`, 'application/json');
}
