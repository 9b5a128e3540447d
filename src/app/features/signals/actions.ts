import { serializeError } from '../../../lib/errors.ts';
import { failureReported } from '../../stores/notices.ts';
import { selectReport, useDeviceStore } from '../../stores/device/device.ts';
import { ask } from '../../trainer/bridge.ts';

/** Receives the signals of runs until the returned function is called. A worker that starts later is asked, too. */
export function watchSignals(): () => void {
  const tell = (isOpen: boolean) => {
    ask('watchSignals', { isOpen }).catch((error: unknown) =>
      failureReported('show what happens inside', serializeError(error)),
    );
  };
  const stop = useDeviceStore.subscribe(selectReport, (report) => report && tell(true), { fireImmediately: true });
  return () => {
    stop();
    if (selectReport(useDeviceStore.getState())) tell(false);
  };
}
