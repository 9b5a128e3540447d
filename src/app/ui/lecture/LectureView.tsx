import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { focusNext } from '../navigation.ts';
import styles from './Lecture.module.css';

/** Controls that need the arrow keys for themselves. */
const WITH_ARROWS =
  'input, select, textarea, [role="radiogroup"], [role="toolbar"], [role="application"], [role="slider"], [role="menu"]';

interface LectureViewProps {
  title: string;
  /** From 0. */
  slide: number;
  slides: number;
  onSlide: (slide: number) => void;
  onClose: () => void;
  texts: { position: string; back: string; forth: string; close: string };
  language: string;
  /** Id of the button that opens it, which has the focus afterwards. */
  opener: string;
  /** The slide. */
  children: ReactNode;
}

/** Slides on the wall, in place of the studio: large type, turned with the arrow keys. */
export function LectureView(props: LectureViewProps) {
  const { title, slide, slides, onSlide, onClose, texts, language, opener, children } = props;
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    page.current?.focus();
    return () => focusNext(opener);
  }, [opener]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const { key, target } = event;
      if (key === 'Escape') return onClose();
      if (target instanceof Element && target.closest(WITH_ARROWS)) return;
      const step = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[key];
      const next = slide + (step ?? 0);
      if (next !== slide && next >= 0 && next < slides) onSlide(next);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [slide, slides, onSlide, onClose]);
  return createPortal(
    <main ref={page} className={styles.lecture} lang={language} data-instead tabIndex={-1}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <span className={styles.position}>{texts.position}</span>
        <Button disabled={slide === 0} onClick={() => onSlide(slide - 1)} aria-label={texts.back}>
          ←
        </Button>
        <Button disabled={slide === slides - 1} onClick={() => onSlide(slide + 1)} aria-label={texts.forth}>
          →
        </Button>
        <Button onClick={onClose}>{texts.close}</Button>
      </header>
      {children}
    </main>,
    document.body,
  );
}
