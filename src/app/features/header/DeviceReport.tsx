import { Popover } from '@mantine/core';
import { cloneElement } from 'react';
import { selectReport, useDeviceStore } from '../../stores/device/device.ts';
import type { FloatingProps } from '../../ui/controls/Floating.tsx';
import { DEVICE_NAMES, deviceLine } from './labels.ts';
import { Measurement } from './Measurement.tsx';
import styles from './Header.module.css';

/** A button with a report: the device in use, and why others are not used. */
export function DeviceReport({ button, opened, onChange }: FloatingProps) {
  const device = useDeviceStore((store) => store.device);
  const report = useDeviceStore(selectReport);
  return (
    <Popover width={340} position="bottom-end" opened={opened} onChange={onChange}>
      {/* A controlled popover is not toggled by its target. */}
      <Popover.Target>{cloneElement(button, { onClick: () => onChange(!opened) })}</Popover.Target>
      <Popover.Dropdown className={styles.report}>
        {report && <p>Used: {deviceLine(report)}.</p>}
        {report?.oneThread !== undefined && <p>Why one thread: {report.oneThread}</p>}
        {report?.refused.map(({ device, reason }) => (
          <p key={device}>
            {DEVICE_NAMES[device]} is not used: {reason}
          </p>
        ))}
        {device.phase === 'failed' && <p>{device.error.message}</p>}
        <Measurement />
      </Popover.Dropdown>
    </Popover>
  );
}
