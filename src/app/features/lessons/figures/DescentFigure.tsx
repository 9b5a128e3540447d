import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { descent, OPTIMIZERS, type DescentSettings } from '../../../../lessons/figures/descent.ts';
import { LineChart } from '../LineChart.tsx';
import styles from '../Lessons.module.css';
import { useSay } from '../use-say.ts';
import { Labelled } from './Labelled.tsx';
import { ResetRow } from './ResetRow.tsx';

const FIRST: DescentSettings = { optimizer: 'sgd', rate: 0.1, momentum: 0.9, curvature: 2, steps: 30 };
const NAMES = { sgd: 'SGD', momentum: 'SGD + momentum', rmsprop: 'RMSprop', adam: 'Adam' };
/** Small enough to show its effect in the bowl. */
const CLIP = 1;

/** One weight rolls into a bowl: the loss by step, for a choice of optimizers and learning rates. */
export function DescentFigure() {
  const { t } = useSay();
  const [settings, setSettings] = useState(FIRST);
  const points = descent(settings);
  const change = (part: Partial<DescentSettings>) => setSettings({ ...settings, ...part });
  return (
    <>
      <div className={styles.row}>
        <NativeSelect
          label={t('figure.descent.optimizer')}
          data={OPTIMIZERS.map((value) => ({ value, label: NAMES[value] }))}
          value={settings.optimizer}
          onChange={(event) => change({ optimizer: event.currentTarget.value as DescentSettings['optimizer'] })}
        />
        <Labelled
          label={t('figure.descent.rate')}
          value={settings.rate}
          least={0.01}
          most={3}
          step={0.05}
          onChange={(rate) => change({ rate })}
        />
        {settings.optimizer === 'momentum' && (
          <Labelled
            label={t('figure.descent.momentum')}
            value={settings.momentum}
            least={0}
            most={0.99}
            onChange={(momentum) => change({ momentum })}
          />
        )}
        <Labelled
          label={t('figure.descent.curvature')}
          value={settings.curvature}
          least={0.1}
          most={6}
          onChange={(curvature) => change({ curvature })}
        />
        <NativeSelect
          label={t('figure.descent.clip')}
          data={[
            { value: 'no', label: t('label.no') },
            { value: 'yes', label: t('label.yes') },
          ]}
          value={settings.clip === undefined ? 'no' : 'yes'}
          onChange={(event) => change({ clip: event.currentTarget.value === 'yes' ? CLIP : undefined })}
        />
      </div>
      <LineChart
        x={t('label.stepNumber')}
        y={t('label.loss')}
        curves={[
          { name: t('label.loss'), values: points.map(({ loss }) => loss) },
          { name: 'w', values: points.map(({ w }) => w) },
        ]}
      />
      <ResetRow isFirst={settings === FIRST} onReset={() => setSettings(FIRST)} />
    </>
  );
}
