import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { filterResponses, padded, type Filter } from '../../../../lessons/figures/filter.ts';
import styles from '../Lessons.module.css';
import { NumberTable } from '../NumberTable.tsx';
import { ScoreField } from '../ScoreField.tsx';
import { useSay } from '../use-say.ts';
import { Result } from './CrfFigure.tsx';
import { ResetRow } from './ResetRow.tsx';

/** Looks for a capital after nothing and before a small letter: the beginning of a name. */
const FIRST: Filter = [
  [-1, -1, 0],
  [2, -1, 0],
  [0, 1, 0],
];

const LONGEST = 12;

/** A filter of width 3 slides over the letters of a padded word; its largest response is kept. */
export function FilterFigure() {
  const { t, say } = useSay();
  const [word, setWord] = useState('Hanoi');
  const [filter, setFilter] = useState(FIRST);
  const letters = padded(word);
  const responses = filterResponses(word, filter);
  const maximum = Math.max(...responses);
  const at = responses.indexOf(maximum);
  const rows = [t('figure.filter.first'), t('figure.filter.second'), t('figure.filter.third')];
  const columns = [t('figure.filter.capital'), t('figure.filter.small'), t('figure.filter.digit')];
  return (
    <>
      <TextInput
        label={t('label.word')}
        value={word}
        maxLength={LONGEST}
        onChange={(event) => setWord(event.currentTarget.value.replaceAll(/\s/g, ''))}
      />
      <div className={styles.letters}>
        {letters.map((letter, i) => (
          <span key={i} data-marked={(word !== '' && i >= at && i < at + 3) || undefined}>
            <b>{letter}</b>
            <small>{i > 0 && i <= responses.length ? say(responses[i - 1]!) : ' '}</small>
          </span>
        ))}
      </div>
      <NumberTable
        caption={t('figure.filter.weights')}
        columns={[t('figure.filter.position'), ...columns]}
        rows={filter.map((weights, i) => ({
          head: rows[i],
          cells: weights.map((weight, j) => (
            <ScoreField
              key={j}
              label={`${rows[i]}, ${columns[j]}`}
              value={weight}
              step={1}
              onChange={(next) => setFilter(filter.map((one, row) => (row === i ? one.with(j, next) : one)))}
            />
          )),
        }))}
      />
      <dl className={styles.results}>
        <Result name={t('label.maximum')}>
          {word === '' ? t('label.none') : `${say(maximum)} (${letters.slice(at, at + 3).join('')})`}
        </Result>
      </dl>
      <ResetRow isFirst={filter === FIRST} onReset={() => setFilter(FIRST)} />
    </>
  );
}
