import type { SpanType } from '../../annotation/set.ts';
import { entityLooks, type EntityLook } from '../entity-look.ts';
import { selectSet, useAnnotationStore } from '../stores/annotation.ts';
import { useRunStore } from '../stores/run.ts';
import { useWorkspaceStore } from '../stores/workspace.ts';
import { knownTypes, typesOfTags } from '../tags.ts';
import type { Workspace } from '../../workers/wire/payloads.ts';
import { memoized } from './memoized.ts';

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
  const annotated = useAnnotationStore((store) => selectSet(store)?.types);
  return looksOf(workspace, tags, annotated);
}
