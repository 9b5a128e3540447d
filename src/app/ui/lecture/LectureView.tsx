import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
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
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (target instanceof Element && target.closest(WITH_ARROWS)) return;
      const step = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[key];
      const isPage = key.startsWith('Page');
      if (step === undefined || (isPage && canScroll(step))) return;
      if (target instanceof Element && isScrolled(target, isPage)) return;
      const next = slide + step;
      if (next < 0 || next >= slides) return;
      event.preventDefault(); // the key would also scroll the new slide
      onSlide(next);
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
      <Top key={slide} />
      {children}
    </main>,
    document.body,
  );
}

/** Scrolls a new slide to its top. */
function Top() {
  useLayoutEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return null;
}

/** Whether a key scrolls an element, or one around it. @param isPage up and down, else left and right */
function isScrolled(element: Element | null, isPage: boolean): boolean {
  if (element === null || element === document.body) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  const hidden = isPage ? scrollHeight - clientHeight : scrollWidth - clientWidth;
  return (
    (hidden > 1 && /auto|scroll/.test(isPage ? overflowY : overflowX)) || isScrolled(element.parentElement, isPage)
  );
}

/** Whether there is more of the slide below (1) or above (-1). */
function canScroll(step: number): boolean {
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
  return step > 0 ? scrollTop + clientHeight < scrollHeight - 1 : scrollTop > 0;
}
