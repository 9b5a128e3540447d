import type { RunConfig } from '../../config/schema.ts';
import type { Workspace } from '../../workers/wire/payloads.ts';
import { selectReport, useDeviceStore } from '../stores/device/device.ts';
import { usedColumns } from '../stores/file-use.ts';
import { NOTHING_KEPT, type RunRecord } from '../stores/runs/history.ts';
import { useRunStore } from '../stores/runs/run.ts';
import { selectData, useWorkspaceStore } from '../stores/workspace.ts';

/** The record of a training that starts now, from random weights, on the loaded data. */
export function newRecord(config: RunConfig, presetId: string): Omit<RunRecord, 'name'> {
  return {
    id: crypto.randomUUID(),
    startedAt: Date.now(),
    recipe: { presetId, config, seeds: 1 },
    from: 'scratch',
    parent: undefined,
    sentences: useRunStore.getState().plan?.sentences ?? 0,
    ...loadedData(config),
    reason: undefined,
    epochs: [],
    ...NOTHING_KEPT,
  };
}

/** The loaded data and the device, for the record of a run. */
function loadedData(
  config: Pick<RunConfig, 'encoder'>,
): Pick<RunRecord, 'data' | 'dev' | 'vectors' | 'inputs' | 'device'> {
  const { workspace } = useWorkspaceStore.getState();
  return {
    ...selectData(useWorkspaceStore.getState()),
    vectors: workspace.vectors?.name,
    inputs: furtherInputs(workspace, config),
    device: deviceInUse(),
  };
}

function furtherInputs({ files, lists, encoder }: Workspace, config: Pick<RunConfig, 'encoder'>): string | undefined {
  const columns = usedColumns(files);
  const inputs = [
    ...(lists.length > 0 ? [`names of ${lists.map(({ name }) => name).join(', ')}`] : []),
    ...(columns.length > 0 ? [`columns ${columns.join(', ')}`] : []),
    ...(encoder !== undefined && config.encoder ? [`features of ${encoder.name}`] : []),
  ];
  return inputs.length === 0 ? undefined : inputs.join('; ');
}

export const deviceInUse = () => selectReport(useDeviceStore.getState())?.description ?? '';
