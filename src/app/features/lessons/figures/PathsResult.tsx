import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { accountOf, bestTaggings } from '../../../../insight/account.ts';
import type { Trellis } from '../../../../insight/trellis.ts';
import { withSigns } from '../../../../lessons/phrase.ts';
import { countPaths } from '../../../../lessons/small-crf.ts';
import { Lattice } from '../Lattice.tsx';
import styles from '../Lessons.module.css';
import { NumberTable } from '../NumberTable.tsx';
import { useSay } from '../use-say.ts';
import { cellsOf, pathEdges, Result } from './CrfFigure.tsx';

/** The score and the probability of a tag sequence that the reader chooses, beside the best three. */
export function PathsResult({ trellis }: { trellis: Trellis }) {
  const { t, score, probability } = useSay();
  const { sentence, lattice } = trellis;
  const { tokens, tags, emissions } = sentence;
  const [chosen, setChosen] = useState<readonly number[]>([...trellis.path]);
  const account = accountOf(trellis, chosen);
  const { all, legal } = countPaths(sentence);
  const forbidden = account.terms.flatMap(({ isForbidden }, i) => (isForbidden ? [i] : []));
  const terms = account.terms.flatMap(({ emission, transition, isForbidden }, i) => [
    ...(i === 0 || i === tokens.length
      ? transition === 0 && !isForbidden
        ? []
        : [isForbidden ? '−∞' : score(transition)]
      : [isForbidden ? '−∞' : score(transition)]),
    ...(emission === undefined ? [] : [score(emission)]),
  ]);
  return (
    <>
      <Lattice
        label={t('figure.lattice')}
        tokens={tokens}
        tags={tags}
        cells={cellsOf(trellis, (at) => ({ text: score(emissions[at]!), weight: trellis.probabilities[at]! }), chosen)}
        edges={pathEdges(chosen).map((edge) => ({ ...edge, kind: forbidden.includes(edge.t) ? 'forbidden' : 'path' }))}
      />
      <div className={styles.row}>
        {tokens.map((token, i) => (
          <NativeSelect
            key={i}
            label={token}
            aria-label={t('label.tagOf', { token })}
            data={tags.map((tag, k) => ({ value: String(k), label: tag }))}
            value={String(chosen[i])}
            onChange={(event) => setChosen(chosen.with(i, Number(event.currentTarget.value)))}
          />
        ))}
      </div>
      <dl className={styles.results}>
        <Result name={t('label.score')}>
          {withSigns(terms.join(' + '))} = {score(account.score)}
        </Result>
        <Result name="log Z">{score(lattice.logPartition)}</Result>
        <Result name={t('label.probability')}>
          {account.probability === 0 ? '0' : probability(account.probability)}
        </Result>
        <Result name={t('label.sequences')}>{t('figure.paths.counts', { all, legal })}</Result>
      </dl>
      <NumberTable
        caption={t('figure.paths.best')}
        rows={bestTaggings(trellis, 3).map((path) => {
          const { score: sum, probability: share } = accountOf(trellis, path);
          return { head: path.map((tag) => tags[tag]).join(' '), cells: [score(sum), probability(share)] };
        })}
      />
    </>
  );
}
