import { useState } from 'react';
import { compareTags } from '../../../../lessons/figures/overlap.ts';
import styles from '../Lessons.module.css';
import { NumberTable } from '../NumberTable.tsx';
import { useSay } from '../use-say.ts';
import { Result } from './CrfFigure.tsx';
import { ResetRow } from './ResetRow.tsx';
import { TagSelect } from './TagSelect.tsx';

const TOKENS = ['Mai', 'flew', 'to', 'New', 'York', 'City', 'with', 'Ada'];
const GOLD = ['B-PER', 'O', 'O', 'B-LOC', 'I-LOC', 'I-LOC', 'O', 'B-PER'];
const FOUND = ['B-PER', 'O', 'O', 'B-LOC', 'I-LOC', 'O', 'O', 'B-ORG'];

/** Gold and predicted tags, and the scores that compare them. */
export function OverlapFigure() {
  const { t, probability } = useSay();
  const [found, setFound] = useState(FOUND);
  const { correct, predicted, gold, strict, partial } = compareTags(GOLD, found);
  const scores = ({ precision, recall, f1 }: typeof strict) =>
    t('figure.overlap.scores', { p: probability(precision), r: probability(recall), f: probability(f1) });
  return (
    <>
      <NumberTable
        caption={t('figure.overlap.caption')}
        columns={[t('label.word'), t('figure.overlap.gold'), t('figure.overlap.found')]}
        rows={TOKENS.map((token, i) => ({
          head: token,
          cells: [
            GOLD[i],
            <TagSelect key="found" token={token} tag={found[i]!} onChange={(tag) => setFound(found.with(i, tag))} />,
          ],
          isBad: found[i] !== GOLD[i],
        }))}
      />
      <dl className={styles.results}>
        <Result name={t('figure.overlap.counts')}>
          {t('figure.overlap.countTexts', { correct, predicted, gold })}
        </Result>
        <Result name={t('figure.overlap.strict')}>{scores(strict)}</Result>
        <Result name={t('figure.overlap.partial')}>{scores(partial)}</Result>
      </dl>
      <ResetRow isFirst={found === FOUND} onReset={() => setFound(FOUND)} />
    </>
  );
}
