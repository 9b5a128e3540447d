import { accountOf, type Account } from '../../../../../insight/account.ts';
import { stepName, type ScoredSentence } from '../../../../../insight/sentence.ts';
import type { Trellis } from '../../../../../insight/trellis.ts';
import type { CellRow } from '../../drawing/layout.ts';
import { intensity, probabilityText, scoreText } from '../../drawing/numbers.ts';

export interface AccountView {
  account: Account;
  tagging: readonly number[];
  /** `s(x, y) = 14.21` and so on. The shown numbers are consistent with their sum. */
  summary: { label: string; value: string }[];
  /** Why the probability is 0. */
  forbidden: string | undefined;
}

export function accountView(trellis: Trellis, tagging: readonly number[] | undefined): AccountView {
  const chosen = tagging?.length === trellis.T ? tagging : [...trellis.path];
  const account = accountOf(trellis, chosen);
  const { tags } = trellis.sentence;
  const steps = account.terms.filter(({ isForbidden }) => isForbidden).map((term) => stepName(tags, term));
  return {
    account,
    tagging: chosen,
    summary: [
      { label: 's(x, y)', value: scoreText(account.score) },
      { label: 'log Z', value: scoreText(account.logPartition) },
      { label: 'log p = s − log Z', value: scoreText(account.logProbability) },
      { label: 'p', value: probabilityText(account.probability) },
      { label: 'loss, if this were gold', value: scoreText(-account.logProbability) },
    ],
    forbidden: steps.length === 0 ? undefined : `p = 0: the tag scheme forbids ${steps.join(', ')}.`,
  };
}

/** Rows of the drawing, with a column per token and one for END: tags, transitions, emissions, and their running sum. [T + 1] each */
export function accountRows({ tags }: ScoredSentence, { terms }: Account): CellRow[] {
  const cell = (value: number) => ({ value, text: scoreText(value), opacity: intensity(value) });
  const transitions = terms.map(({ isForbidden, transition }) => (isForbidden ? -Infinity : transition));
  let sum = 0;
  const sums = terms.map(({ emission = 0 }, t) => (sum += transitions[t]! + emission));
  return [
    { name: 'tag', cells: terms.map(({ to }) => ({ value: 0, text: to === undefined ? '' : tags[to]!, opacity: 0 })) },
    { name: 'transition', cells: transitions.map((value) => (value === -Infinity ? FORBIDDEN : cell(value))) },
    {
      name: 'emission',
      cells: terms.map(({ emission }) =>
        emission === undefined ? { value: 0, text: '', opacity: 0 } : cell(emission),
      ),
    },
    { name: 'sum', cells: sums.map((value) => ({ value, text: scoreText(value), opacity: 0 })) },
  ];
}

const FORBIDDEN = { value: -1, text: '−∞', opacity: 0.8 };
