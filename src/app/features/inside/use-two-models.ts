import { useEffect } from 'react';
import { trellisOf as computeTrellis, type Trellis } from '../../../insight/trellis.ts';
import type { Inspection } from '../../../tagging/inspect.ts';
import { inspectWith } from '../../actions/other-model.ts';
import { sentenceIn } from '../../selectors/inside.ts';
import { memoized } from '../../selectors/memoized.ts';
import { makerOf, useHistoryStore } from '../../stores/history.ts';
import { useInsideStore } from '../../stores/inside.ts';
import { useOtherModelStore } from '../../stores/other-model.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { modelName, otherModels, twoModels, type TwoModels } from './derive-comparison.ts';

const otherTrellis = memoized((inspection: Inspection, index: number) => computeTrellis(sentenceIn(inspection, index)));
/** The sentence as tagged by the current and the chosen other model, which is requested when the choice or the text changes. */
export function useTwoModels(trellis: Trellis): {
  both: TwoModels | undefined;
  isWaiting: boolean;
  error: string | undefined;
} {
  const { records, makers, current } = useHistoryStore();
  const model = useWorkspaceStore(selectModel);
  const { run, inspection, error } = useOtherModelStore();
  const text = useInsideStore((store) => store.inspection?.text);
  const config = useInsideStore((store) => store.inspection?.result.config);
  const index = useInsideStore((store) => store.sentence);
  const other = otherModels(records, makers, current, model).find(({ id }) => id === run);
  const [id, name] = [other?.id, other?.name];
  const isRunning = current !== undefined;
  useEffect(() => {
    if (id === undefined || name === undefined || text === undefined || isRunning) return;
    void inspectWith({ id, name }, text);
  }, [id, name, text, isRunning]);
  const nothing = { both: undefined, isWaiting: false, error: undefined };
  if (other === undefined || text === undefined || model === undefined || config === undefined) return nothing;
  if (error) return { ...nothing, error: error.message };
  if (inspection?.run !== other.id || inspection.text !== text)
    return isRunning
      ? { ...nothing, error: 'Another model can be shown when the run has ended.' }
      : { ...nothing, isWaiting: true };
  const { result } = inspection;
  const own = { name: modelName(makerOf({ makers, records }, model) ?? model.name, config), config, trellis };
  const beside = {
    name: modelName(other.name, result.config),
    config: result.config,
    trellis: otherTrellis(result, index),
  };
  return { ...nothing, both: twoModels([own, beside]) };
}
