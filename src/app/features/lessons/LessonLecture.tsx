import type { Chapter } from '../../../lessons/chapter.ts';
import { LectureView } from '../../ui/lecture/LectureView.tsx';
import { ChapterText } from './ChapterText.tsx';
import { FigureView, LECTURE_BUTTON } from './ChapterPage.tsx';
import styles from './Lessons.module.css';
import { placeChosen, usePlaceStore } from './use-place.ts';
import { useSay } from './use-say.ts';

const goTo = (slide: number) => placeChosen({ slide });
const close = () => placeChosen({ view: 'read' });

/** A chapter as a lecture: a section a slide. */
export function LessonLecture({ chapter: { title, sections } }: { chapter: Chapter }) {
  const { t, language } = useSay();
  const slide = usePlaceStore((place) => Math.min(place.slide, sections.length - 1));
  const section = sections[slide]!;
  const texts = {
    position: t('lessons.slide', { slide: slide + 1, count: sections.length }),
    back: t('lessons.back'),
    forth: t('lessons.forth'),
    close: t('lessons.close'),
  };
  return (
    <LectureView
      {...{ title, slide, slides: sections.length, texts, language }}
      onSlide={goTo}
      onClose={close}
      opener={LECTURE_BUTTON}
    >
      <div className={styles.slide} data-figures={section.figures.length > 0 || undefined}>
        <div className={styles.text}>
          <h2>{section.title}</h2>
          <ChapterText nodes={section.text} />
        </div>
        {section.figures.map((figure) => (
          <FigureView key={figure} name={figure} label={section.title} />
        ))}
      </div>
    </LectureView>
  );
}
