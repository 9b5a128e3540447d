import type { ModelInfo } from '../../../workers/wire/payloads.ts';
import { discardRemoval, undoRemoval } from '../../files/files.ts';
import { discardModel, restoreModel } from '../../files/model.ts';
import { formatNames } from '../../look/format-notices.ts';
import type { Removed } from '../../stores/workspace.ts';
import type { CardId } from '../../stores/view.ts';
import type { Milliseconds } from '../../../lib/units.ts';
import { modelName } from './cards.ts';

/** Something that was removed or replaced, and can be restored. */
export interface Removal {
  id: CardId;
  name: string;
  verb: 'removed' | 'replaced';
  at: Milliseconds;
  undo: () => Promise<void>;
  forget: () => void;
}

/** @param previous the previous model, and when it was replaced; undefined if it is not offered */
export function removalsOf(
  removed: readonly Removed[],
  previous: { model: ModelInfo; since: Milliseconds; isReplaced: boolean } | undefined,
): Removal[] {
  const files = removed.map((one): Removal => ({
    id: one.files[0]?.id ?? 'model',
    name: one.name,
    verb: 'removed',
    at: one.at,
    undo: () => undoRemoval(one),
    forget: () => void discardRemoval(one),
  }));
  const model: Removal[] =
    previous === undefined
      ? []
      : [
          {
            id: 'model',
            name: modelName(previous.model),
            verb: previous.isReplaced ? 'replaced' : 'removed',
            at: previous.since,
            undo: restoreModel,
            forget: () => void discardModel(),
          },
        ];
  return [...files, ...model].toSorted((a, b) => a.at - b.at);
}

/** `b.dev removed`; `b.dev, a.train and 3 others removed`, the latest first. */
export function removalsInWords(removals: readonly Removal[]): string {
  const [first, ...others] = removals.toReversed().map(({ name }) => name);
  // The name of a model ends with a comma, if its score follows it.
  const names = [first ?? '', ...others].map((name, i) =>
    i === 0 && others.length === 0 ? name : name.replace(/,$/, ''),
  );
  const verbs = [...new Set(removals.map(({ verb }) => verb))].toSorted();
  return `${formatNames(names)} ${verbs.join(' or ')}`;
}
