import type { Bytes } from '../../lib/units.ts';
import type { DispatchTime } from '../shared/repetition.ts';
import type { Recording } from './recording.ts';

const TIMESTAMP: Bytes = BigUint64Array.BYTES_PER_ELEMENT;

/** See `Repetition.profile`. The device must have the feature `timestamp-query`; commands before must have been submitted. */
export async function profileRecording(
  device: GPUDevice,
  recording: Recording,
  times: number,
): Promise<DispatchTime[]> {
  const { dispatches } = recording;
  const count = 2 * dispatches.length;
  const timestamps = device.createQuerySet({ type: 'timestamp', count });
  const { QUERY_RESOLVE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
  const resolved = device.createBuffer({ size: count * TIMESTAMP, usage: QUERY_RESOLVE | COPY_SRC });
  const read = device.createBuffer({ size: count * TIMESTAMP, usage: COPY_DST | MAP_READ });
  try {
    const encoder = device.createCommandEncoder();
    recording.encodeTimed(encoder, timestamps, times);
    encoder.resolveQuerySet(timestamps, 0, count, resolved, 0);
    encoder.copyBufferToBuffer(resolved, 0, read, 0, count * TIMESTAMP);
    device.queue.submit([encoder.finish()]);
    await read.mapAsync(GPUMapMode.READ);
    const nanoseconds = new BigUint64Array(read.getMappedRange());
    return dispatches.map(({ program }, i) => ({
      program,
      time: Number(nanoseconds[2 * i + 1]! - nanoseconds[2 * i]!) / 1000 / times,
    }));
  } finally {
    timestamps.destroy();
    resolved.destroy();
    read.destroy();
  }
}
