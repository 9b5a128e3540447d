import { serializeError } from '../../lib/errors.ts';
import { ask, connect, type TrainerPort } from '../trainer/bridge.ts';
import { readDevice, readThreads, withDevice } from '../stores/recipe-address.ts';
import {
  deviceRequested,
  deviceFailed,
  deviceOpened,
  useDeviceStore,
  type DeviceChoice,
} from '../stores/device/device.ts';
import { makersCleared } from '../stores/runs/history.ts';
import { useMeasurementStore } from '../stores/device/measurements.ts';
import { noticeAdded, noticesWithdrawn } from '../stores/notices.ts';
import { runCancelled } from '../stores/runs/run.ts';
import { filesOf, useWorkspaceStore, workspaceEmptied } from '../stores/workspace.ts';
import { trainerEvents } from '../trainer/events.ts';
import { reloadFiles } from './files.ts';
import { useOf } from '../stores/file-use.ts';
import { keptFiles } from './kept-files.ts';

const UNKNOWN_DEVICE = 'The address asks for an unknown device';

/** Starts the trainer on the device in the page's address. */
export async function openSession(createPort?: () => TrainerPort): Promise<void> {
  connect(trainerEvents, createPort);
  const { device, problems } = readDevice(location.search);
  for (const message of [...problems, ...readThreads(location.search).problems]) {
    noticeAdded({ kind: 'error', title: UNKNOWN_DEVICE, message });
  }
  await openDevice(device);
}

/** Opens a device, and writes the choice to the page's address. */
export async function chooseDevice(choice: DeviceChoice): Promise<void> {
  noticesWithdrawn(UNKNOWN_DEVICE);
  history.replaceState(null, '', `${location.pathname}${withDevice(location.search, choice)}${location.hash}`);
  await openDevice(choice);
}

async function openDevice(choice: DeviceChoice): Promise<void> {
  deviceRequested(choice);
  try {
    const { threads } = readThreads(location.search);
    const { verdicts } = useMeasurementStore.getState();
    deviceOpened(await ask('open', { device: choice, verdicts, ...(threads === undefined ? {} : { threads }) }));
  } catch (error) {
    deviceFailed(serializeError(error));
  }
}

/** Starts a new trainer after a crash, with the files of the last one and their uses. Removed files can still be restored. */
export async function restartTrainer(createPort?: () => TrainerPort): Promise<void> {
  const { workspace, removed } = useWorkspaceStore.getState();
  connect(trainerEvents, createPort);
  makersCleared();
  runCancelled();
  // Other files in the same zip are loaded too, and removed again.
  workspaceEmptied(removed.filter(({ files }) => files.every(({ name }) => keptFiles.has(name))));
  await openDevice(useDeviceStore.getState().choice);
  await reloadFiles(filesOf(workspace).map(useOf), () => true);
}
