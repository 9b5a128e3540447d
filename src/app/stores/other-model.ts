import type { SerializedError } from '../../lib/errors.ts';
import type { Inspection } from '../../tagging/inspect.ts';
import { createStore } from './create-store.ts';
import type { RunRecord } from './history.ts';

/** Another model that is shown beside the one that tags, in Inside: that of a run. */
interface OtherModelStore {
  run: RunRecord['id'] | undefined;
  /** What it computes for a text; undefined: not known yet. */
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
