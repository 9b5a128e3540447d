import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Chapter } from '../../../lessons/chapter.ts';
import { ChapterText } from './ChapterText.tsx';
import { FigureView } from './ChapterPage.tsx';
import styles from './Lessons.module.css';
import { placeChosen, usePlaceStore } from './use-place.ts';
import { useSay } from './use-say.ts';

/** A chapter on the wall: large type, a section a slide, turned with the arrow keys. */
export function LectureView({ chapter }: { chapter: Chapter }) {
  const { t, language } = useSay();
  const { sections } = chapter;
  const slide = usePlaceStore((place) => Math.min(place.slide, sections.length - 1));
  const page = useRef<HTMLElement>(null);
  const section = sections[slide]!;
  useEffect(() => page.current?.focus(), []);
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape') return placeChosen({ view: 'read' });
      if (target instanceof Element && target.closest('input, select, [role="radiogroup"]')) return undefined;
      const step = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[key];
      const next = slide + (step ?? 0);
      if (next !== slide && next >= 0 && next < sections.length) placeChosen({ slide: next });
      return undefined;
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [slide, sections.length]);
  return createPortal(
    <main ref={page} className={styles.lecture} lang={language} data-instead tabIndex={-1}>
      <header className={styles.row}>
        <h1>{chapter.title}</h1>
        <span className={styles.quiet}>{t('lessons.slide', { slide: slide + 1, count: sections.length })}</span>
        <Button disabled={slide === 0} onClick={() => placeChosen({ slide: slide - 1 })} aria-label={t('lessons.back')}>
          ←
        </Button>
        <Button
          disabled={slide === sections.length - 1}
          onClick={() => placeChosen({ slide: slide + 1 })}
          aria-label={t('lessons.forth')}
        >
          →
        </Button>
        <Button onClick={() => placeChosen({ view: 'read' })}>{t('lessons.close')}</Button>
      </header>
      <div className={styles.slide} data-figures={section.figures.length > 0 || undefined}>
        <div className={styles.text}>
          <h2>{section.title}</h2>
          <ChapterText nodes={section.text} />
        </div>
        {section.figures.map((figure) => (
          <FigureView key={figure} name={figure} label={section.title} />
        ))}
      </div>
    </main>,
    document.body,
  );
}
