import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { accountOf } from '../../../../insight/account.ts';
import type { ScoredSentence } from '../../../../insight/sentence.ts';
import type { Trellis } from '../../../../insight/trellis.ts';
import { pushed, pushOf } from '../../../../lessons/figures/pushing.ts';
import { Lattice } from '../Lattice.tsx';
import styles from '../Lessons.module.css';
import { useSay } from '../use-say.ts';
import { cellsOf, Result } from './CrfFigure.tsx';

const RATE = 1;

interface LossResultProps {
  trellis: Trellis;
  edit: (sentence: ScoredSentence) => void;
  gold: readonly number[];
}

/** The loss, and how a step of training pushes each emission. */
export function LossResult({ trellis, edit, gold: first }: LossResultProps) {
  const { t, score, probability } = useSay();
  const [gold, setGold] = useState(first);
  const { sentence } = trellis;
  const { tokens, tags } = sentence;
  const { loss, gradient } = pushOf(sentence, gold);
  return (
    <>
      <Lattice
        label={t('figure.loss.label')}
        tokens={tokens}
        tags={tags}
        cells={cellsOf(
          trellis,
          (at) => ({
            text: score(-gradient[at]!),
            weight: Math.abs(gradient[at]!),
            isNegative: gradient[at]! > 0,
          }),
          gold,
        )}
        edges={[]}
      />
      <div className={styles.row}>
        {tokens.map((token, i) => (
          <NativeSelect
            key={i}
            label={token}
            aria-label={t('figure.loss.gold', { token })}
            data={tags.map((tag, k) => ({ value: String(k), label: tag }))}
            value={String(gold[i])}
            onChange={(event) => setGold(gold.with(i, Number(event.currentTarget.value)))}
          />
        ))}
        <Button onClick={() => edit(pushed(sentence, gold, RATE))}>{t('figure.loss.step')}</Button>
      </div>
      <dl className={styles.results}>
        <Result name={t('label.loss')}>{score(loss)}</Result>
        <Result name={t('figure.loss.probability')}>{probability(accountOf(trellis, gold).probability)}</Result>
      </dl>
    </>
  );
}
