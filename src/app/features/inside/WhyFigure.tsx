import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import type { Attribution } from '../../../tagging/attribution.ts';
import { tokenChosen } from '../../stores/inside.ts';
import { CellRows } from './CellRows.tsx';
import { gridLayout } from './derive.ts';
import { WHY_HEADINGS, whyCsv, whyView } from './derive-why.ts';
import { DetailSection } from './DetailSection.tsx';
import { Grid } from './Grid.tsx';
import styles from './Inside.module.css';
import { useSettled } from './use-settled.ts';

const ROW = 22;

/** The contribution of each word to the probability of an entity or a tag. */
export function WhyFigure() {
  return (
    <DetailSection
      detail="attribute"
      title="Why this tag"
      description="The change in log p when a word is replaced by the unknown word, its letters hidden (leave-one-out, exact: one forward pass per word). Below, the first-order estimate of the same change, (x′ − x) · dF/dx with F = log p(tags | sentence) (gradient × input, Shrikumar 2016). Negative: the word supports the tags."
      csv={whyCsv}
    >
      {(attribution, width) => <Drawing attribution={attribution} width={width} />}
    </DetailSection>
  );
}

function Drawing({ attribution, width }: { attribution: Attribution; width: number }) {
  const { target, probability, summary, rows, shades, flips, limits } = whyView(attribution);
  const { tokens } = attribution;
  const layout = gridLayout(tokens.length, rows.length, width, ROW);
  return (
    <>
      <p aria-live="polite">
        <strong>
          p({target}) = {probability}.
        </strong>{' '}
        {summary}
      </p>
      <Grid
        label="Why this tag"
        tokens={tokens}
        rows={rows.map(({ name }) => name)}
        layout={layout}
        shades={shades}
        outlined={{ first: attribution.target.first, count: attribution.target.tags.length }}
        onToken={tokenChosen}
      >
        <CellRows rows={rows} column={layout.column} height={ROW} />
      </Grid>
      {flips.length > 0 && (
        <ul className={styles.notes} aria-label="Words that change the path">
          {flips.map(({ token, note }) => (
            <li key={token}>{note}</li>
          ))}
        </ul>
      )}
      {limits && <p className={styles.description}>{limits}</p>}
      <WhyTable attribution={useSettled(attribution)} />
    </>
  );
}

/** For screen readers. Rendered after the drawing. */
const WhyTable = memo(function WhyTable({ attribution }: { attribution: Attribution }) {
  const { target, rows } = whyView(attribution);
  return (
    <VisuallyHidden>
      <table>
        <caption>Why this tag: {target}</caption>
        <thead>
          <tr>
            <th scope="col">Word</th>
            {rows.map(({ name }) => (
              <th key={name} scope="col">
                {WHY_HEADINGS[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {attribution.tokens.map((token, t) => (
            <tr key={t}>
              <th scope="row">{token}</th>
              {rows.map(({ name, cells }) => (
                <td key={name}>{cells[t]!.text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
});
