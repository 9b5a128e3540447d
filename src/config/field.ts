interface Texts {
  label: string;
  help: string;
  /** Another setting, and the values of it with which this one has an effect; undefined: always. */
  when?: Condition | undefined;
}

export interface Condition {
  setting: string;
  values: readonly string[];
}

interface NumberParts extends Texts {
  type: 'number' | 'integer';
  default: number;
  min: number;
  max: number;
}

interface ChoiceParts<V extends string> extends Texts {
  type: 'choice';
  default: V;
  choices: readonly V[];
}

interface SwitchParts extends Texts {
  type: 'switch';
  default: boolean;
}

export type NumberField = NumberParts & { group: Group };

/** A setting: its default, bounds or choices, and its texts in forms and help. */
export type Field = (NumberParts | ChoiceParts<string> | SwitchParts) & { group: Group };

export type Group =
  | 'Run'
  | 'Text'
  | 'Characters'
  | 'Features'
  | 'Sequence'
  | 'Decoder'
  | 'Regularisation'
  | 'Optimizer';

type Bounds = readonly [min: number, max: number];

const numeric =
  (type: NumberParts['type']) =>
  (label: string, value: number, [min, max]: Bounds, help: string, when?: Condition): NumberParts => ({
    type,
    default: value,
    min,
    max,
    label,
    help,
    when,
  });

export const integer = numeric('integer');
export const number = numeric('number');

export const toggle = (label: string, value: boolean, help: string, when?: Condition): SwitchParts => ({
  type: 'switch',
  default: value,
  label,
  help,
  when,
});

export const choice = <const V extends string>(
  label: string,
  value: NoInfer<V>,
  choices: readonly V[],
  help: string,
): ChoiceParts<V> => ({ type: 'choice', default: value, choices, label, help });

export const onlyWith = (setting: string, ...values: string[]): Condition => ({ setting, values });

/** The settings of one group. */
export const group = <const F extends object>(name: Group, fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...(field as object), group: name }])) as {
    [K in keyof F]: F[K] & { group: Group };
  };

/** The help of a setting, with the values of others that it needs. */
export function helpText({ help, when }: Field): string {
  return when === undefined ? help : `${help} Only with ${when.setting} ${when.values.join(' or ')}.`;
}
