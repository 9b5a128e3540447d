import type { SerializedError } from '../../lib/errors.ts';
import type { Inspection } from '../../tagging/inspect.ts';
import { createStore } from './create-store.ts';
import type { RunRecord } from './history.ts';

/** The model of a run that Inside shows besides the current model. */
interface OtherModelStore {
  run: RunRecord['id'] | undefined;
  /** Its last inspection; undefined: not available yet. */
  inspection: { run: RunRecord['id']; text: string; result: Inspection } | undefined;
  error: SerializedError | undefined;
}

export const useOtherModelStore = createStore<OtherModelStore>({
  run: undefined,
  inspection: undefined,
  error: undefined,
});

export function otherModelChosen(run: RunRecord['id'] | undefined): void {
  useOtherModelStore.setState((store) => (store.run === run ? {} : { run, inspection: undefined, error: undefined }));
}

export function otherModelInspected(inspection: NonNullable<OtherModelStore['inspection']>): void {
  useOtherModelStore.setState({ inspection, error: undefined });
}

export function otherModelFailed(error: SerializedError): void {
  useOtherModelStore.setState({ inspection: undefined, error });
}
