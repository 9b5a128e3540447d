import { Button, NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { bestTaggings } from '../../../../../insight/account.ts';
import { stepName } from '../../../../../insight/sentence.ts';
import type { Trellis } from '../../../../../insight/trellis.ts';
import { savedColumns } from '../../../../../lib/table.ts';
import { taggingChosen, useInsideStore } from '../../../../stores/inside.ts';
import { Scrollable } from '../../../../ui/Scrollable.tsx';
import { DataTable, type ViewTable } from '../../../../ui/tables/DataTable.tsx';
import { CellRows } from '../../drawing/CellRows.tsx';
import { TokenGrid } from '../../drawing/Grid.tsx';
import { gridLayout } from '../../drawing/layout.ts';
import { scoreText } from '../../drawing/numbers.ts';
import styles from '../../Inside.module.css';
import { sentenceFigure, type ShownSentence } from '../figure.tsx';
import { accountRows, accountView, type AccountView } from './account.ts';

const ROW = 20;
const READINGS = ['Best path', 'Second', 'Third'];

interface AccountData {
  trellis: Trellis;
  view: AccountView;
}

/** The score of a tagging as a sum, and its probability. Any tagging can be entered. */
export const account = sentenceFigure({
  name: 'account',
  title: 'Account',
  text: 'The score s of a tagging y is the sum of its emissions and transitions; p(y | x) = exp(s − log Z) (Lample 2016, §2.2). Change a tag to score another tagging.',
  useData: useAccount,
  table: termsTable,
  Draw: Drawing,
  Actions: Readings,
});

function useAccount({ trellis }: ShownSentence): AccountData {
  const chosen = useInsideStore((store) => store.tagging);
  return useMemo(() => ({ trellis, view: accountView(trellis, chosen) }), [trellis, chosen]);
}

function Readings({ data: { trellis, view } }: { data: AccountData }) {
  return bestTaggings(trellis, READINGS.length).map((reading, i) => {
    const isChosen = reading.every((tag, t) => tag === view.tagging[t]);
    return (
      <Button
        key={READINGS[i]}
        variant={isChosen ? 'light' : 'default'}
        aria-pressed={isChosen}
        onClick={() => taggingChosen(reading)}
      >
        {READINGS[i]}
      </Button>
    );
  });
}

function Drawing({ data, width }: { data: AccountData; width: number }) {
  const { summary, forbidden } = data.view;
  return (
    <>
      <dl className={styles.summary} aria-label="Score and probability">
        {summary.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {forbidden && <p className={styles.forbidden}>{forbidden}</p>}
      <Terms {...data} width={width} />
      <Scrollable className={styles.terms} label="Table: terms of the score">
        <DataTable
          table={termsTable(data)}
          label="Terms of the score"
          className={styles.table}
          marks={({ isIllegal }) => ({ 'data-illegal': isIllegal || undefined })}
        />
      </Scrollable>
    </>
  );
}

type Term = AccountView['account']['terms'][number];

export function termsTable({ trellis, view: { account: score, tagging } }: AccountData): ViewTable<Term> {
  const { tags } = trellis.sentence;
  const change = (term: Term, tag: number) => taggingChosen(tagging.with(score.terms.indexOf(term), tag));
  return {
    columns: [
      { name: 'token', head: 'Token', value: ({ token = 'END' }) => token },
      {
        head: 'Tag',
        text: (term) =>
          term.to !== undefined && (
            <NativeSelect
              className={styles.tagChoice}
              aria-label={`Tag of ${term.token}`}
              data={tags.map((tag, k) => ({ value: String(k), label: tag }))}
              value={String(term.to)}
              onChange={(event) => change(term, Number(event.currentTarget.value))}
            />
          ),
      },
      {
        name: 'step',
        head: 'Step',
        value: (term) => stepName(tags, term),
        text: (term) => (
          <>
            {stepName(tags, term)}
            {term.isIllegal && <em> {term.isForbidden ? 'forbidden' : 'illegal'}</em>}
          </>
        ),
      },
      {
        name: 'transition',
        head: 'Transition',
        value: ({ isForbidden, transition }) => (isForbidden ? -Infinity : transition.toFixed(4)), // without its penalty
        text: ({ isForbidden, transition }) => (isForbidden ? '−∞' : scoreText(transition)),
      },
      {
        name: 'emission',
        head: 'Emission',
        value: ({ emission }) => emission?.toFixed(4),
        text: ({ emission }) => emission !== undefined && scoreText(emission),
      },
      ...savedColumns<Term>({ illegal: ({ isIllegal }) => Number(isIllegal) }),
    ],
    rows: score.terms,
  };
}

/** A column per token and one for END, below those of the trellis. */
function Terms({ trellis, view, width }: { trellis: Trellis; view: AccountView; width: number }) {
  const { sentence, T } = trellis;
  const rows = accountRows(sentence, view.account);
  const layout = gridLayout(T, rows.length, width, ROW, T + 1);
  return (
    <TokenGrid
      trellis={trellis}
      label="Terms of the score, token by token"
      tokens={[...sentence.tokens, 'END']}
      rows={rows.map(({ name }) => name)}
      layout={layout}
    >
      <CellRows rows={rows} column={layout.column} height={ROW} />
    </TokenGrid>
  );
}
