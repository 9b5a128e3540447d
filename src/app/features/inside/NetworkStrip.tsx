import { memo, useState } from 'react';
import type { Stage, StageId } from '../../../insight/network.ts';
import type { Trellis } from '../../../insight/trellis.ts';
import { networkCsv } from './derive-network.ts';
import styles from './Inside.module.css';
import { NetworkDrawing } from './NetworkDrawing.tsx';
import { Section } from './Section.tsx';

interface NetworkStripProps {
  trellis: Trellis;
  stages: Stage[];
  open: (stage: StageId) => void;
}

/** The whole model for this sentence: its stages with the shapes of their outputs, and a drawing. */
export const NetworkStrip = memo(function NetworkStrip({ trellis, stages, open }: NetworkStripProps) {
  const [chosen, setChosen] = useState<StageId>();
  const stage = stages.find((one) => one.id === chosen);
  const choose = (next: StageId) => {
    setChosen(next);
    open(next);
  };
  return (
    <section aria-label="Network">
      <Section
        title="Network"
        description="From characters to tags, a column per token (Ma & Hovy 2016, figure 3). Numbers are vector sizes; arrows show the order in which the recurrent layer reads."
        csv={() => networkCsv(stages)}
      >
        {(width) => (
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
                    <span className={styles.shape}>[{one.shape.join(' × ')}]</span>
                  </button>
                </li>
              ))}
            </ol>
            <p className={styles.description} aria-live="polite">
              {stage
                ? `${stage.name}: ${stage.how}.`
                : 'Choose a stage to read what it computes, and to go to its figure.'}
            </p>
            <NetworkDrawing trellis={trellis} stages={stages} chosen={chosen} choose={choose} width={width} />
          </>
        )}
      </Section>
    </section>
  );
});
