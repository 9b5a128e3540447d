import { expect, test, vi } from 'vitest';
import type * as Bridge from '../../trainer/bridge.ts';
import { StudioError } from '../../../lib/errors.ts';
import { modelInfo, workspaceOf } from '../../../../test/app/samples.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';
import { saveDocuments } from './actions.ts';
import { useDocumentsStore } from './store.ts';

vi.mock('../../trainer/bridge.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof Bridge>()),
  ask: () => Promise.reject(new StudioError('NotReady', 'The device was lost.')),
}));

test('if the model cannot be read for the manifest, saving ends and says so', async () => {
  useWorkspaceStore.setState({ workspace: workspaceOf({ model: modelInfo() }) });
  await saveDocuments();
  expect(useDocumentsStore.getState()).toMatchObject({ writing: undefined, outcome: ['The device was lost.'] });
});
