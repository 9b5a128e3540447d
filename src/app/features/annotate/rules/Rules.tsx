import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { RULE_KINDS, ruleKind, type RuleKind } from '../../../../annotation/rules/kinds.ts';
import { OUTSIDE_TYPE } from '../../../../annotation/rules/rule.ts';
import type { AnnotationSet } from '../../../../annotation/sets/set.ts';
import shared from '../../../look/text.module.css';
import { ChooseFiles } from '../../../ui/controls/ChooseFiles.tsx';
import { focusNeighbour, viewPanel } from '../../../ui/navigation.ts';
import { rulesIncluded, useAnnotationLearningStore } from '../learning/store.ts';
import { addRule, loadRules, removeRule, saveRules } from './actions.ts';
import { appliedInWords, reportInWords, ruleInWords, ruleTypes, typeOfNewRule } from './rule-texts.ts';
import styles from './Rules.module.css';

/** Rules and lists of names: their matches are suggested before there is a model, and a first model can learn from them. */
export function Rules({ set }: { set: AnnotationSet }) {
  const { rules } = set;
  const applied = useAnnotationLearningStore((store) => store.applied);
  const withRules = useAnnotationLearningStore((store) => store.withRules);
  const [chosen, setChosen] = useState<string>();
  const type = typeOfNewRule(set.types, chosen);
  const isCurrent = applied?.rules === rules;
  return (
    <div className={styles.rules}>
      <p className={shared.dim}>
        {isCurrent
          ? appliedInWords(applied)
          : 'Rules and lists of names label the open sentences: for suggestions from the first sentence on, and for a first model.'}
      </p>
      {rules.length > 0 && (
        <ul aria-label="Rules of the set">
          {rules.map((rule, i) => (
            <li key={`${i} ${rule.kind} ${rule.type}`}>
              <div>
                <strong>{rule.type}</strong> <span className={styles.what}>{ruleInWords(rule)}</span>
                {isCurrent && <div className={shared.dim}>{reportInWords(rule, applied.reports[i]!)}</div>}
              </div>
              <CloseButton
                size="sm"
                aria-label={`Remove the rule ${ruleInWords(rule)}`}
                onClick={({ currentTarget }) => {
                  removeRule(rule);
                  focusNeighbour(currentTarget, viewPanel('annotate'));
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <NewRule set={set} type={type} onType={setChosen} />
      <div className={styles.files}>
        <ChooseFiles label="Rules or names" onChoose={([file]) => file && void loadRules(file, type)}>
          {(open) => (
            <Button
              onClick={open}
              title="A list of names, one on each line, optionally with a tab and a type; or a file of rules"
            >
              Add a list or rules
            </Button>
          )}
        </ChooseFiles>
        {rules.length > 0 && <Button onClick={saveRules}>Save rules</Button>}
      </div>
      {rules.length > 0 && (
        <label className={styles.learn}>
          <input type="checkbox" checked={withRules} onChange={(event) => rulesIncluded(event.currentTarget.checked)} />
          Train the model on the rules, too
        </label>
      )}
    </div>
  );
}

const KINDS = Object.entries(RULE_KINDS).map(([value, { label }]) => ({ value, label }));
const NO_CONDITIONS = { value: '', before: '', after: '' };

/** The fields of a rule. */
function NewRule({ set, type, onType }: { set: AnnotationSet; type: string; onType: (type: string) => void }) {
  const [kind, setKind] = useState<RuleKind>('names');
  const [fields, setFields] = useState(NO_CONDITIONS);
  const [problem, setProblem] = useState<string>();
  const { value, isBackground = false } = ruleKind(kind);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const found = addRule({
      kind,
      type: isBackground ? OUTSIDE_TYPE : type,
      ...fields,
      ...(value === undefined && { value: '' }),
    });
    setProblem(found);
    if (found === undefined) setFields(NO_CONDITIONS);
  };
  const field = (name: keyof typeof NO_CONDITIONS, label: string, placeholder: string) => (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      value={fields[name]}
      onChange={({ currentTarget }) => setFields((before) => ({ ...before, [name]: currentTarget.value }))}
    />
  );
  return (
    <form className={styles.form} onSubmit={add}>
      <NativeSelect
        aria-label="Type of the rule"
        data={ruleTypes(set.types)}
        value={isBackground ? OUTSIDE_TYPE : type}
        disabled={isBackground}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="Kind of the rule"
        data={KINDS}
        value={kind}
        onChange={(event) => {
          setKind(event.currentTarget.value as RuleKind);
          setProblem(undefined);
        }}
      />
      {value !== undefined && field('value', value.label, value.example)}
      {field('before', 'Words before it, separated by |', 'after: in|near')}
      {field('after', 'Words after it, separated by |', 'before: Inc.|Ltd')}
      <Button type="submit">Add rule</Button>
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          The rule cannot be used: {problem}.
        </p>
      )}
    </form>
  );
}
