import { Button, NativeSelect } from '@mantine/core';
import { memo } from 'react';
import { bestTaggings } from '../../../insight/account.ts';
import { stepName } from '../../../insight/sentence.ts';
import type { Trellis } from '../../../insight/trellis.ts';
import { taggingChosen, useInsideStore } from '../../stores/inside.ts';
import { Scrollable } from '../../ui/Scrollable.tsx';
import { CellRows } from './CellRows.tsx';
import { accountCsv, accountRows, accountView, type AccountView } from './derive-account.ts';
import { gridLayout, scoreText } from './derive.ts';
import { TokenGrid } from './Grid.tsx';
import styles from './Inside.module.css';
import { Section } from './Section.tsx';

const ROW = 20;
const READINGS = ['Best path', 'Second', 'Third'];

/** The score of a tagging as a sum, and its probability. Any tagging can be entered. */
export const AccountFigure = memo(function AccountFigure({ trellis }: { trellis: Trellis }) {
  const chosen = useInsideStore((store) => store.tagging);
  const { sentence } = trellis;
  const { tags } = sentence;
  const view = accountView(trellis, chosen);
  const { account, tagging, summary, forbidden } = view;
  const change = (t: number, tag: number) => taggingChosen(tagging.with(t, tag));
  return (
    <Section
      title="Account"
      description="The score s of a tagging y is the sum of its emissions and transitions; p(y | x) = exp(s − log Z) (Lample 2016, §2.2). Change a tag to score another tagging."
      csv={() => accountCsv(sentence, view)}
      actions={bestTaggings(trellis, READINGS.length).map((reading, i) => (
        <Button
          key={READINGS[i]}
          variant={isSame(reading, tagging) ? 'light' : 'default'}
          aria-pressed={isSame(reading, tagging)}
          onClick={() => taggingChosen(reading)}
        >
          {READINGS[i]}
        </Button>
      ))}
    >
      {(width) => (
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
          <Drawing trellis={trellis} view={view} width={width} />
          <Scrollable className={styles.terms} label="Table: terms of the score">
            <table className={styles.table} aria-label="Terms of the score">
              <thead>
                <tr>
                  <th scope="col">Token</th>
                  <th scope="col">Tag</th>
                  <th scope="col">Step</th>
                  <th scope="col">Transition</th>
                  <th scope="col">Emission</th>
                </tr>
              </thead>
              <tbody>
                {account.terms.map((term, t) => (
                  <tr key={t} data-illegal={term.isIllegal || undefined}>
                    <th scope="row">{term.token ?? 'END'}</th>
                    <td>
                      {term.to !== undefined && (
                        <NativeSelect
                          className={styles.tagChoice}
                          aria-label={`Tag of ${term.token}`}
                          data={tags.map((tag, k) => ({ value: String(k), label: tag }))}
                          value={String(term.to)}
                          onChange={(event) => change(t, Number(event.currentTarget.value))}
                        />
                      )}
                    </td>
                    <td>
                      {stepName(tags, term)}
                      {term.isIllegal && <em> {term.isForbidden ? 'forbidden' : 'illegal'}</em>}
                    </td>
                    <td>{term.isForbidden ? '−∞' : scoreText(term.transition)}</td>
                    <td>{term.emission === undefined ? '' : scoreText(term.emission)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrollable>
        </>
      )}
    </Section>
  );
});

/** A column per token and one for END, below those of the trellis. */
function Drawing({ trellis, view, width }: { trellis: Trellis; view: AccountView; width: number }) {
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

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.every((tag, t) => tag === b[t]);
}
