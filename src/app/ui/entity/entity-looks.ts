import type { SpanType } from '../../../annotation/sets/set.ts';
import { entityLooks, type EntityLook } from '../../look/entity-look.ts';
import { useRunStore } from '../../stores/runs/run.ts';
import { useViewStore } from '../../stores/view.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';
import { knownTypes, typesOfTags } from '../../stores/tags.ts';
import type { Workspace } from '../../../workers/wire/payloads.ts';
import { memoized } from '../../stores/memoized.ts';

const UNKNOWN: EntityLook = { colour: 'var(--dim)', shape: 'circle', dash: undefined };

const looksOf = memoized(
  (workspace: Workspace, tags: readonly string[] | undefined, annotated: readonly SpanType[] | undefined) => {
    const types = [...new Set([...knownTypes(workspace), ...typesOfTags(tags ?? [])])];
    const looks = entityLooks(types, annotated);
    return (type: string): EntityLook => looks.get(type) ?? UNKNOWN;
  },
);

/** The look of each entity type, which is the same on the whole page, with the colours of the open annotation set. */
export function useEntityLooks(): (type: string) => EntityLook {
  const workspace = useWorkspaceStore((store) => store.workspace);
  const tags = useRunStore(({ progress }) => progress.facts?.tags);
  const annotated = useViewStore((view) => view.annotatedTypes);
  return looksOf(workspace, tags, annotated);
}
