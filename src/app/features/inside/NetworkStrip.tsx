import { useId, useState } from 'react';
import type { Stage, StageId } from '../../../insight/network.ts';
import styles from './Inside.module.css';

/** The whole model for this sentence, stage by stage, with the shapes of what each makes. */
export function NetworkStrip({ stages, open }: { stages: Stage[]; open: (stage: StageId) => void }) {
  const id = useId();
  const [chosen, setChosen] = useState<StageId>();
  const stage = stages.find((one) => one.id === chosen);
  const choose = ({ id: next }: Stage) => {
    setChosen(next);
    open(next);
  };
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>Network</h2>
      <ol className={styles.stages}>
        {stages.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={styles.stage}
              aria-pressed={one.id === chosen}
              onClick={() => choose(one)}
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
          : 'From characters to tags: the stages of the model and their shapes for this sentence. Choose a stage to read how it works.'}
      </p>
    </section>
  );
}
