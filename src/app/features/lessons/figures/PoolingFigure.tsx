import { Button } from '@mantine/core';
import { useState } from 'react';
import { mean } from '../../../../lessons/figures/pooling.ts';
import styles from '../Lessons.module.css';
import { NumberTable } from '../NumberTable.tsx';
import { ScoreField } from '../ScoreField.tsx';
import { useSay } from '../use-say.ts';
import { Result } from './CrfFigure.tsx';
import { ResetRow } from './ResetRow.tsx';

const AXES = ['x', 'y'];
const FIRST = [
  { word: 'dog', vector: [1.2, 0.4] },
  { word: 'bites', vector: [-0.6, 1.5] },
  { word: 'man', vector: [0.9, -0.7] },
];

/** The mean of word vectors loses their order. */
export function PoolingFigure() {
  const { t, say } = useSay();
  const [words, setWords] = useState(FIRST);
  const vectors = words.map(({ vector }) => vector);
  const texts = (vector: readonly number[]) => `[${vector.map(say).join('; ')}]`;
  const change = (i: number, j: number, value: number) =>
    setWords(words.map((one, at) => (at === i ? { ...one, vector: one.vector.with(j, value) } : one)));
  return (
    <>
      <NumberTable
        caption={t('figure.pooling.caption')}
        columns={[t('label.word'), ...AXES]}
        rows={words.map(({ word, vector }, i) => ({
          head: word,
          cells: vector.map((value, j) => (
            <ScoreField key={j} label={`${word}, ${AXES[j]}`} value={value} onChange={(next) => change(i, j, next)} />
          )),
        }))}
      />
      <dl className={styles.results}>
        <Result name={t('figure.pooling.mean')}>{texts(mean(vectors))}</Result>
        <Result name={t('figure.pooling.joined')}>{texts(vectors.flat())}</Result>
      </dl>
      <ResetRow isFirst={words === FIRST} onReset={() => setWords(FIRST)}>
        <Button onClick={() => setWords(words.toReversed())}>{t('figure.pooling.swap')}</Button>
      </ResetRow>
    </>
  );
}
