import { useEffect, useMemo } from 'react';
import { signalsTable, type TrainingSignals } from '../../../eval/signals.ts';
import { useRunStore, type RunStore } from '../../stores/runs/run.ts';
import { Figure } from '../../ui/Figure.tsx';
import { useSeries, type ReadSeries } from '../../ui/plot/use-series.ts';
import { watchSignals } from './actions.ts';
import { signalFigures, signalRows } from './lines.ts';
import { SignalChart } from './SignalChart.tsx';
import styles from './Signals.module.css';

const readSignals: ReadSeries<readonly TrainingSignals[]> = ({ signals }) => signals;
const selectStepsPerEpoch = ({ progress }: RunStore) => progress.facts?.stepsPerEpoch ?? 1;
const selectConfig = ({ config }: RunStore) => config;

/** Training seen from inside, while it is shown. */
export function SignalsPanel() {
  useEffect(watchSignals, []);
  const signals = useSeries(readSignals);
  const stepsPerEpoch = useRunStore(selectStepsPerEpoch);
  const { clipNorm = 0, epochs = 1 } = useRunStore(selectConfig) ?? {};
  const rows = useMemo(() => signalRows(signals, stepsPerEpoch), [signals, stepsPerEpoch]);
  const figures = useMemo(() => signalFigures(rows, clipNorm), [rows, clipNorm]);
  return (
    <section className={styles.panel} aria-label="Training signals">
      {figures.map((figure) => (
        <Figure
          key={figure.title}
          title={figure.title}
          placeholder={`${figure.text} Measured about twice a second while a run trains.`}
          isEmpty={rows.length === 0}
          table={() => signalsTable(signals, { stepsPerEpoch, clipNorm })}
        >
          {(frame) => <SignalChart figure={figure} rows={rows} plannedEpochs={epochs} frame={frame} />}
        </Figure>
      ))}
    </section>
  );
}
