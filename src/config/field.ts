export type NumberField = {
  type: 'number' | 'integer';
  default: number;
  min: number;
  max: number;
  group: Group;
  label: string;
  help: string;
};

type ChoiceField<V extends string> = {
  type: 'choice';
  default: V;
  choices: readonly V[];
  group: Group;
  label: string;
  help: string;
};

type SwitchField = { type: 'switch'; default: boolean; group: Group; label: string; help: string };

/** A setting: its default, bounds or choices, and its texts in forms and help. */
export type Field = NumberField | ChoiceField<string> | SwitchField;

export type Group =
  | 'Run'
  | 'Text'
  | 'Characters'
  | 'Features'
  | 'Sequence'
  | 'Decoder'
  | 'Regularisation'
  | 'Optimizer';

export const integer = (group: Group, label: string, value: number, min: number, max: number, help: string) =>
  ({ type: 'integer', default: value, min, max, group, label, help }) as const;

export const number = (group: Group, label: string, value: number, min: number, max: number, help: string) =>
  ({ type: 'number', default: value, min, max, group, label, help }) as const;

export const toggle = (group: Group, label: string, value: boolean, help: string) =>
  ({ type: 'switch', default: value, group, label, help }) as const;

export const choice = <const V extends string>(
  group: Group,
  label: string,
  value: NoInfer<V>,
  choices: readonly V[],
  help: string,
) => ({ type: 'choice', default: value as V, choices, group, label, help }) as const;
