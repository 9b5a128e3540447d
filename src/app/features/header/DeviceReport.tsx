import { selectReport, useDeviceStore } from '../../stores/device/device.ts';
import type { FloatingProps } from '../../ui/controls/Floating.tsx';
import { FloatingPopover } from '../../ui/controls/FloatingPopover.tsx';
import { DEVICE_NAMES, deviceLine } from './labels.ts';
import { Measurement } from './Measurement.tsx';
import styles from './Header.module.css';

/** A button with a report: the device in use, and why others are not used. */
export function DeviceReport(props: FloatingProps) {
  const device = useDeviceStore((store) => store.device);
  const report = useDeviceStore(selectReport);
  return (
    <FloatingPopover width={340} className={styles.report} {...props}>
      {report && <p>Used: {deviceLine(report)}.</p>}
      {report?.oneThread !== undefined && <p>Why one thread: {report.oneThread}</p>}
      {report?.refused.map(({ device, reason }) => (
        <p key={device}>
          {DEVICE_NAMES[device]} is not used: {reason}
        </p>
      ))}
      {device.phase === 'failed' && <p>{device.error.message}</p>}
      <Measurement />
    </FloatingPopover>
  );
}
