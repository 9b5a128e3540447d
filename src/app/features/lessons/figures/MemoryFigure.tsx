import { useState } from 'react';
import { lstmMemory, rnnMemory } from '../../../../lessons/figures/recurrence.ts';
import { LineChart } from '../LineChart.tsx';
import styles from '../Lessons.module.css';
import { useSay } from '../use-say.ts';
import { Labelled } from './Labelled.tsx';

const STEPS = 12;

/** How fast a plain recurrent unit forgets, beside a cell with a forget gate. */
export function MemoryFigure({ withLstm }: { withLstm: boolean }) {
  const { t } = useSay();
  const [weight, setWeight] = useState(0.9);
  const [forget, setForget] = useState(0.95);
  const rnn = rnnMemory(weight, STEPS);
  const lstm = lstmMemory(forget, STEPS);
  return (
    <>
      <div className={styles.row}>
        <Labelled label={t('figure.memory.weight')} value={weight} onChange={setWeight} least={-3} most={3} />
        {withLstm && (
          <Labelled
            label={t('figure.memory.forget')}
            value={forget}
            onChange={setForget}
            least={0}
            most={1}
            step={0.05}
          />
        )}
      </div>
      <LineChart
        x={t('figure.memory.distance')}
        y={t('label.gradient')}
        curves={[
          { name: 'RNN', values: rnn.map(({ gradient }) => Math.abs(gradient)) },
          ...(withLstm ? [{ name: 'LSTM', values: lstm.map(({ gradient }) => gradient) }] : []),
        ]}
      />
      <p className={styles.quiet}>{t(withLstm ? 'figure.memory.both' : 'figure.memory.rnn')}</p>
    </>
  );
}
