import { useState } from 'react';
import type { StageId } from '../../../../../insight/network.ts';
import styles from '../../Inside.module.css';
import { sentenceFigure, type Figure, type ShownSentence } from '../figure.tsx';
import { networkTable } from './network.ts';
import { NetworkDrawing } from './NetworkDrawing.tsx';

/** The whole model for this sentence: its stages with the shapes of their outputs, and a drawing. */
const { Component: Drawn, ...about } = sentenceFigure({
  name: 'network',
  title: 'Network',
  text: ({ inspection }) =>
    inspection.result.config.emissions === 'features'
      ? 'From features to tags, a column per token. There is no network: the emissions are sums of the weights of the features that are on (Sha & Pereira 2003).'
      : 'From characters to tags, a column per token (Ma & Hovy 2016, figure 3). Numbers are vector sizes; arrows show the order in which the recurrent layer reads.',
  useData: (sentence) => sentence,
  table: ({ stages }: ShownSentence) => networkTable(stages),
  Draw: Drawing,
});

export const network: Figure = {
  ...about,
  Component: ({ sentence }) => (
    <section aria-label="Network">
      <Drawn sentence={sentence} />
    </section>
  ),
};

function Drawing({ data: { trellis, stages, open }, width }: { data: ShownSentence; width: number }) {
  const [chosen, setChosen] = useState<StageId>();
  const stage = stages.find((one) => one.id === chosen);
  const choose = (next: StageId) => {
    setChosen(next);
    open(next);
  };
  return (
    <>
      <ol className={styles.stages}>
        {stages.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={styles.stage}
              aria-pressed={one.id === chosen}
              onClick={() => choose(one.id)}
              title={one.how}
            >
              <span>{one.name}</span>
              <span className={styles.small}>[{one.shape.join(' × ')}]</span>
            </button>
          </li>
        ))}
      </ol>
      <p className={styles.description} aria-live="polite">
        {stage ? `${stage.name}: ${stage.how}.` : 'Choose a stage to read what it computes, and to go to its figure.'}
      </p>
      <NetworkDrawing trellis={trellis} stages={stages} chosen={chosen} choose={choose} width={width} />
    </>
  );
}
