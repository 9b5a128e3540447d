import { ruleProblem } from '../../../../annotation/rules/matches.ts';
import { readRulesOrNames, writeRules } from '../../../../annotation/rules/read-rules.ts';
import { distinctRules, type Rule } from '../../../../annotation/rules/rule.ts';
import { serializeError } from '../../../../lib/errors.ts';
import { failureReported } from '../../../stores/notices.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { show } from '../desk/actions.ts';
import { useAnnotationLearningStore } from '../learning/store.ts';
import { fileName } from '../sets/file-name.ts';
import { annotationLog } from '../storage/annotation-log.ts';
import { selectSet, unusableFound, useAnnotationStore } from '../store.ts';

/** Replaces the rules of the open set. When they are applied, the current sentence shows what they say. */
function changeRules(rules: readonly Rule[]): void {
  annotationLog.do({ kind: 'rules', rules: distinctRules(rules) });
  const written = selectSet(useAnnotationStore.getState())?.rules;
  const stop = useAnnotationLearningStore.subscribe(
    ({ applied }) => applied,
    (applied) => {
      stop();
      const { current } = useAnnotationStore.getState();
      if (applied?.rules === written && current !== undefined) show(current);
    },
  );
}

const currentRules = () => selectSet(useAnnotationStore.getState())?.rules ?? [];

/** @returns why the rule cannot be used; undefined: it was added */
export function addRule(rule: Rule): string | undefined {
  const problem = ruleProblem(rule);
  if (problem === undefined) changeRules([...currentRules(), rule]);
  return problem;
}

export function removeRule(rule: Rule): void {
  changeRules(currentRules().filter((other) => other !== rule));
}

/**
 * Adds the rules of a file, or a rule for each list of a file of names.
 *
 * @param type of names whose file has no types
 */
export async function loadRules(file: File, type: string): Promise<void> {
  const { id } = useAnnotationStore.getState();
  try {
    const { rules, ...read } = readRulesOrNames(file.name, new Uint8Array(await file.arrayBuffer()), type);
    if (useAnnotationStore.getState().id !== id) return; // the set has been closed
    if (read.problems.length > 0) unusableFound({ ...read, rejected: [] });
    if (rules.length > 0) changeRules([...currentRules(), ...rules]);
  } catch (error) {
    failureReported(`read ${file.name}`, serializeError(error));
  }
}

export function saveRules(): void {
  const set = selectSet(useAnnotationStore.getState());
  if (set !== undefined)
    saveFile(`${fileName(set.name)}.rules.tsv`, writeRules(set.rules), 'text/tab-separated-values');
}
