import { serializeError, type StudioError } from '../../lib/errors.ts';
import type { TrainEvent } from '../../model/events.ts';
import type { TrainerEvents } from '../../workers/wire/protocol.ts';
import type { TrainerListener } from './bridge.ts';
import { RunEventBuffer } from './event-buffer.ts';
import { deviceFailed, deviceOpened } from '../stores/device/device.ts';
import { verdictsMeasured } from '../stores/device/measurements.ts';
import { noticeAdded } from '../stores/notices.ts';
import { sentenceFollowed } from '../stores/runs/over-time.ts';
import { applyRunEvents, runFailed, runRewound, useRunStore } from '../stores/runs/run.ts';
import { series } from '../stores/runs/series.ts';
import { selectIsApart, useStudyStore } from '../stores/runs/study.ts';
import { modelsChanged, modelsLost, progressed, useWorkspaceStore } from '../stores/workspace.ts';
import { updated } from './updates.ts';
import { endStudy, receiveStudyUpdate } from './study-updates.ts';

const buffer = new RunEventBuffer((events) => applyRunEvents(events, performance.now() / 1000));

/** Applies messages of the trainer to the stores. */
export const trainerEvents: TrainerListener = {
  events: {
    progress: progressed,
    train: receive,
    study: (update) => {
      buffer.flush(); // events sent before it
      receiveStudyUpdate(update);
    },
    search: (update) => updated('search', update),
    model: modelsChanged,
    followed: (followed) => sentenceFollowed(followed, series.scored),
    failed: (error) => {
      buffer.flush();
      endStudy('failed');
      runFailed(error);
    },
    deviceChosen: ({ device, verdicts }) => {
      deviceOpened(device);
      verdictsMeasured(verdicts);
    },
    deviceLost,
    vectorsLost,
  },
  isExpected: () => ['training', 'paused'].includes(useRunStore.getState().run.phase),
  crashed,
  disconnected: () => buffer.discard(),
};

function crashed(failure: StudioError): void {
  const error = serializeError(failure);
  buffer.flush();
  progressed(undefined);
  modelsLost();
  deviceFailed(error);
  endStudy('failed');
  runFailed(error, true);
}

function receive(event: TrainEvent): void {
  if (event.kind === 'done') endStudy(event.reason === 'stopped' ? 'stopped' : 'finished');
  buffer.add(event);
}

function vectorsLost({ name }: TrainerEvents['vectorsLost']): void {
  const id = useWorkspaceStore.getState().workspace.vectors?.id;
  noticeAdded({
    kind: 'error',
    title: `${name} can no longer be read`,
    holds: () => useWorkspaceStore.getState().workspace.vectors?.id === id,
    message:
      'The file was moved or changed after it was added. The model is not affected, but words outside the corpora keep their vectors only ' +
      'if they are among the first 20,000 of the file. Add the file again.',
  });
}

function deviceLost({ failure, device, resumedFromEpoch }: TrainerEvents['deviceLost']): void {
  buffer.flush();
  deviceOpened(device);
  const isApart = selectIsApart(useStudyStore.getState());
  if (resumedFromEpoch !== undefined && !isApart) runRewound(resumedFromEpoch);
  const resumed = resumedFromEpoch === undefined ? '' : ` The run resumes from the end of epoch ${resumedFromEpoch}.`;
  const isFull = failure.reason === 'out-of-memory';
  noticeAdded({
    kind: 'note',
    title: isFull ? 'The GPU ran out of memory' : 'The device was lost',
    message: `${isFull ? 'Try a smaller batch size or fewer hidden units.' : failure.message} Now using ${device.description}.${resumed}`,
  });
}
