import { isolated } from '../../../lib/text-direction.ts';
import { figureRequested, lectureClosed } from '../../stores/inside.ts';
import { LectureView } from '../../ui/lecture/LectureView.tsx';
import type { Figure, ShownSentence } from './figures/figure.tsx';
import styles from './Inside.module.css';
import { SentenceBar } from './SentenceBar.tsx';

interface InsideLectureProps {
  sentence: ShownSentence;
  figures: readonly Figure[];
  /** Name of the shown figure. */
  shown: string;
  /** Id of the button that opens it. */
  opener: string;
}

/** Inside as a lecture: a figure a slide, with the sentence above it. */
export function InsideLecture({ sentence, figures, shown, opener }: InsideLectureProps) {
  const slide = Math.max(
    0,
    figures.findIndex(({ name }) => name === shown),
  );
  const { name, Component } = figures[slide]!;
  const texts = {
    position: `Slide ${slide + 1} of ${figures.length}. Arrow keys turn the page, Escape closes.`,
    back: 'Previous slide',
    forth: 'Next slide',
    close: 'Close',
  };
  return (
    <LectureView
      {...{ slide, texts }}
      slides={figures.length}
      title={`Inside: ${isolated(sentence.trellis.sentence.tokens.join(' '))}`}
      language="en"
      onSlide={(next) => figureRequested(figures[next]!.name)}
      onClose={lectureClosed}
      opener={opener}
    >
      <div className={styles.slide}>
        <SentenceBar trellis={sentence.trellis} />
        <div key={name} data-section={name}>
          <Component sentence={sentence} />
        </div>
      </div>
    </LectureView>
  );
}
