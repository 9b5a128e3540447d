import { tagKind } from '../../../../data/corpus.ts';
import type { Rule } from '../../../../annotation/rules/rule.ts';
import { selectFiles, useWorkspaceStore } from '../../../stores/workspace.ts';
import { trainingFileName } from '../sets/training-data.ts';
import { selectSet, useAnnotationStore } from '../store.ts';
import { useAnnotationLearningStore } from './store.ts';

type Workspace = Parameters<typeof selectFiles>[0];

/** Names of the loaded training files with entities, joined, without the one that was made from the set; '' if there are none. */
export function selectTrainingFiles(workspace: Workspace, set: string): string {
  const own = trainingFileName(set);
  const files = selectFiles(workspace).filter(
    ({ name, role, style }) => role === 'train' && name !== own && tagKind(style) === 'entities',
  );
  return files.map(({ name }) => name).join('\n');
}

/** Those that the learner of the open set also learns from; '' if the user does not want it to. */
export function filesToLearnFrom(): string {
  if (!useAnnotationLearningStore.getState().withFiles) return '';
  return selectTrainingFiles(useWorkspaceStore.getState(), selectSet(useAnnotationStore.getState())?.name ?? '');
}

/** The rules of the open set, if the user wants a model from them. */
export function rulesToLearnFrom(): readonly Rule[] {
  const { withRules } = useAnnotationLearningStore.getState();
  return (withRules && selectSet(useAnnotationStore.getState())?.rules) || [];
}

/** Whether the learner learns from something besides annotation: then there is a model without annotated sentences. */
export function hasOtherSources(): boolean {
  return rulesToLearnFrom().length > 0 || filesToLearnFrom() !== '';
}
