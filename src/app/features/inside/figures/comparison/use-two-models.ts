import { useEffect } from 'react';
import { trellisOf as computeTrellis, type Trellis } from '../../../../../insight/trellis.ts';
import type { Inspection } from '../../../../../tagging/explain/inspect.ts';
import { sentenceIn } from '../../inspected.ts';
import { memoized } from '../../../../stores/memoized.ts';
import { makerOf, useHistoryStore } from '../../../../stores/runs/history.ts';
import { chosenRun, otherInspection, useOtherModelStore } from './other-model.ts';
import { selectModel, useWorkspaceStore } from '../../../../stores/workspace.ts';
import type { ShownSentence } from '../figure.tsx';
import { modelName, otherModels, twoModels, type NamedTrellis, type TwoModels } from './comparison.ts';

const otherTrellis = memoized((inspection: Inspection, index: number) => computeTrellis(sentenceIn(inspection, index)));
/** What is shown of the other model. */
export interface OtherModelShown {
  both: TwoModels | undefined;
  isWaiting: boolean;
  error: string | undefined;
}

/** The sentence as tagged by the current and the chosen other model, which is requested when the choice or the text changes. */
export function useTwoModels({ inspection, index, trellis }: ShownSentence): OtherModelShown {
  const { records, makers, current } = useHistoryStore();
  const model = useWorkspaceStore(selectModel);
  const answer = otherInspection.use();
  const { text, result: own, model: inspected } = inspection;
  const other = chosenRun(useOtherModelStore(), otherModels(records, makers, current, model));
  const [id, name] = [other?.id, other?.name];
  const isRunning = current !== undefined;
  useEffect(() => {
    if (id === undefined || name === undefined || isRunning) return;
    const now = otherInspection.answer();
    const isAsked = now.phase !== 'none' && now.key.id === id && now.key.text === text;
    if (!isAsked) void otherInspection.ask({ id, name, text });
  }, [id, name, text, isRunning]);
  const nothing = { both: undefined, isWaiting: false, error: undefined };
  if (other === undefined || model === undefined) return nothing;
  const isOf = answer.phase !== 'none' && answer.key.id === other.id && answer.key.text === text;
  if (isOf && answer.phase === 'failed') return { ...nothing, error: answer.error.message };
  if (isRunning && !(isOf && answer.phase === 'done'))
    return { ...nothing, error: 'Another model can be shown when the run has ended.' };
  // The trellis is of the earlier model until the current one has been inspected.
  if (!isOf || answer.phase !== 'done' || inspected !== model.id) return { ...nothing, isWaiting: true };
  const ownName = makerOf({ makers, records }, model) ?? model.name;
  const models = [named(ownName, own, trellis), named(other.name, answer.value, otherTrellis(answer.value, index))];
  return { ...nothing, both: twoModels(models) };
}

function named(name: string, { config }: Inspection, trellis: Trellis): NamedTrellis {
  return { name: modelName(name, config), config, trellis };
}
