import { ActionIcon } from '@mantine/core';

import { chooseDevice } from '../../files/session.ts';
import { selectReport, useDeviceStore, type DeviceChoice } from '../../stores/device/device.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { Floating } from '../../ui/controls/Floating.tsx';
import { InlineSelect } from '../../ui/controls/InlineSelect.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { deviceLine } from './labels.ts';
import styles from './Header.module.css';
import { part } from '../../ui/part.tsx';

const DeviceReport = part(async () => (await import('./DeviceReport.tsx')).DeviceReport);

const CHOICES = [
  { value: 'auto', label: 'Auto' },
  { value: 'webgpu', label: 'WebGPU' },
  { value: 'simd', label: 'SIMD' },
];

/** The device in use, its choice, and a report on it. */
export function DevicePicker() {
  const choice = useDeviceStore((store) => store.choice);
  const device = useDeviceStore((store) => store.device);
  const report = useDeviceStore(selectReport);
  const isActive = useRunStore(selectIsActive);
  return (
    <div
      className={styles.device}
      title={isActive ? 'The device cannot be changed during a run' : 'Where the model runs'}
    >
      {report && <span className={styles.used}>{deviceLine(report)}</span>}
      <InlineSelect
        label="Device"
        options={CHOICES}
        value={choice}
        isDisabled={isActive || device.phase === 'opening'}
        onChange={(value) => void chooseDevice(value as DeviceChoice)}
      />
      <Floating
        kind="dialog"
        button={
          <ActionIcon aria-label="About the device" disabled={device.phase === 'opening'}>
            <Icon name={device.phase === 'failed' ? 'warning' : 'info'} />
          </ActionIcon>
        }
      >
        {(floating) => <DeviceReport {...floating} />}
      </Floating>
    </div>
  );
}
