import { useMemo } from 'react';
import { entityLooks, type EntityLook } from '../entity-look.ts';
import { useRunStore } from '../stores/run.ts';
import { useWorkspaceStore } from '../stores/workspace.ts';
import { knownTypes, typesOfTags } from '../tags.ts';

const UNKNOWN: EntityLook = { colour: 'var(--dim)', shape: 'circle', dash: undefined };

/** How each type looks: the same function of name and order for the whole page. */
export function useEntityLooks(): (type: string) => EntityLook {
  const workspace = useWorkspaceStore((store) => store.workspace);
  const tags = useRunStore((store) => store.progress.facts?.tags);
  return useMemo(() => {
    const types = [...new Set([...knownTypes(workspace), ...typesOfTags(tags ?? [])])];
    const looks = entityLooks(types);
    return (type: string) => looks.get(type) ?? UNKNOWN;
  }, [workspace, tags]);
}
