import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { AMBIGUOUS, readFrom } from '../../../../lessons/figures/directions.ts';
import styles from '../Lessons.module.css';
import { useSay } from '../use-say.ts';
import { Result } from './CrfFigure.tsx';

/** Two sentences with *Washington*: which direction has read the word that decides. */
export function DirectionsFigure() {
  const { t, say } = useSay();
  const [index, setIndex] = useState(0);
  const [left, setLeft] = useState(true);
  const [right, setRight] = useState(false);
  const sentence = AMBIGUOUS[index]!;
  const { person, place, read } = readFrom(sentence, left, right);
  return (
    <>
      <SegmentedControl
        aria-label={t('label.sentence')}
        orientation="vertical"
        data={AMBIGUOUS.map(({ tokens }, i) => ({ value: String(i), label: tokens.join(' ') }))}
        value={String(index)}
        onChange={(value) => setIndex(Number(value))}
      />
      <div className={styles.row}>
        <label className={styles.answer}>
          <input type="checkbox" checked={left} onChange={(event) => setLeft(event.currentTarget.checked)} />
          {t('figure.directions.forward')}
        </label>
        <label className={styles.answer}>
          <input type="checkbox" checked={right} onChange={(event) => setRight(event.currentTarget.checked)} />
          {t('figure.directions.backward')}
        </label>
      </div>
      <div className={styles.letters}>
        {sentence.tokens.map((token, i) => (
          <span
            key={i}
            data-marked={i === sentence.word || undefined}
            data-faint={(i !== sentence.word && !read.includes(i)) || undefined}
          >
            <b>{token}</b>
            <small>
              {i === sentence.word ? '?' : t(read.includes(i) ? 'figure.directions.read' : 'figure.directions.unread')}
            </small>
          </span>
        ))}
      </div>
      <dl className={styles.results}>
        <Result name={t('type.person')}>{say(person)}</Result>
        <Result name={t('type.place')}>{say(place)}</Result>
        <Result name={t('figure.directions.decision')}>{t(person > place ? 'type.person' : 'type.place')}</Result>
      </dl>
    </>
  );
}
