import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { gruStep, lstmStep, parameters } from '../../../../lessons/figures/recurrence.ts';
import styles from '../Lessons.module.css';
import { useSay } from '../use-say.ts';
import { Result } from './CrfFigure.tsx';
import { Labelled } from './Labelled.tsx';
import { ResetRow } from './ResetRow.tsx';

const FIRST = { forget: 0.9, input: 0.3, output: 0.8, candidate: 0.5, cell: 1.2, update: 0.3 };

/** One step of an LSTM or a GRU, whose gates can be opened and closed. */
export function GatesFigure() {
  const { t, say } = useSay();
  const [cell, setCell] = useState<'lstm' | 'gru'>('lstm');
  const [gates, setGates] = useState(FIRST);
  const field = (name: keyof typeof FIRST, label: string, least = 0, most = 1) => (
    <Labelled
      label={label}
      value={gates[name]}
      least={least}
      most={most}
      onChange={(value) => setGates({ ...gates, [name]: value })}
    />
  );
  const lstm = lstmStep(gates);
  const gru = gruStep(gates.update, gates.candidate, gates.cell);
  const isLstm = cell === 'lstm';
  const { kept, written } = isLstm ? lstm : gru;
  return (
    <>
      <SegmentedControl
        aria-label={t('figure.gates.unit')}
        data={[
          { value: 'lstm', label: 'LSTM' },
          { value: 'gru', label: 'GRU' },
        ]}
        value={cell}
        onChange={(value) => setCell(value === 'gru' ? 'gru' : 'lstm')}
      />
      <div className={styles.row}>
        {field('cell', t(isLstm ? 'figure.gates.before' : 'figure.gates.stateBefore'), -3, 3)}
        {isLstm ? field('forget', t('figure.gates.forget')) : field('update', t('figure.gates.update'))}
        {isLstm && field('input', t('figure.gates.input'))}
        {field('candidate', t('figure.gates.candidate'), -1, 1)}
        {isLstm && field('output', t('figure.gates.output'))}
      </div>
      <dl className={styles.results}>
        <Result name={t('figure.gates.kept')}>
          {isLstm
            ? `${say(gates.forget)} · ${say(gates.cell)} = ${say(kept)}`
            : `${say(gates.update)} · ${say(gates.cell)} = ${say(kept)}`}
        </Result>
        <Result name={t('figure.gates.written')}>
          {isLstm ? say(gates.input) : `(1 − ${say(gates.update)})`} · {say(gates.candidate)} = {say(written)}
        </Result>
        <Result name={isLstm ? 'c′' : 'h′'}>
          {say(kept)} + {say(written)} = {say(kept + written)}
        </Result>
        {isLstm && (
          <Result name="h′">
            {say(gates.output)} · tanh({say(lstm.cell)}) = {say(lstm.state)}
          </Result>
        )}
        <Result name={t('figure.gates.parameters')}>
          {t('figure.gates.counts', {
            rnn: parameters('rnn', 100, 200),
            gru: parameters('gru', 100, 200),
            lstm: parameters('lstm', 100, 200),
          })}
        </Result>
      </dl>
      <ResetRow isFirst={gates === FIRST} onReset={() => setGates(FIRST)} />
    </>
  );
}
