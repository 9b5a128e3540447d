import { ActionIcon, Popover } from '@mantine/core';
import { chooseDevice } from '../../actions/session.ts';
import { selectReport, useDeviceStore, type DeviceChoice } from '../../stores/device.ts';
import { selectIsActive, useRunStore } from '../../stores/run.ts';
import { InlineSelect } from '../../ui/InlineSelect.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { DEVICE_NAMES, deviceLine } from './derive.ts';
import styles from './Header.module.css';

const CHOICES = [
  { value: 'auto', label: 'Auto' },
  { value: 'webgpu', label: 'WebGPU' },
  { value: 'simd', label: 'SIMD' },
];

/** The device in use, and why others are not used. */
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
      <Popover width={300} position="bottom-end">
        <Popover.Target>
          <ActionIcon aria-label="About the device" disabled={device.phase === 'opening'}>
            <Icon name={device.phase === 'failed' ? 'warning' : 'info'} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={styles.report}>
          {report && <p>Used: {deviceLine(report)}.</p>}
          {report?.oneThread !== undefined && <p>Why one thread: {report.oneThread}</p>}
          {report?.refused.map(({ device, reason }) => (
            <p key={device}>
              {DEVICE_NAMES[device]} is not used: {reason}
            </p>
          ))}
          {device.phase === 'failed' && <p>{device.error.message}</p>}
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
