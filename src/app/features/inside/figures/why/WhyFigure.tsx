import { memo } from 'react';
import type { Attribution } from '../../../../../tagging/explain/attribution.ts';
import { tokenChosen } from '../../../../stores/inside.ts';
import { HiddenTable } from '../../../../ui/tables/DataTable.tsx';
import { detail } from '../../details.ts';
import { CellRows } from '../../drawing/CellRows.tsx';
import { Grid } from '../../drawing/Grid.tsx';
import { gridLayout } from '../../drawing/layout.ts';
import { useSettled } from '../../drawing/use-settled.ts';
import styles from '../../Inside.module.css';
import { requestedFigure } from '../figure.tsx';
import { whyTable, whyView } from './why.ts';

const ROW = 22;

/** The contribution of each word to the probability of an entity or a tag. */
export const why = requestedFigure({
  name: 'why',
  title: 'Why this tag',
  text: 'The change in log p when a word is replaced by the unknown word, its letters hidden (leave-one-out, exact: one forward pass per word). Below, the first-order estimate of the same change, (x′ − x) · dF/dx with F = log p(tags | sentence) (gradient × input, Shrikumar 2016). Negative: the word supports the tags. The two can differ in sign: leaving a word out is one large step, the gradient only the slope where the word stands.',
  stages: ['inputs'],
  request: detail('attribute', ({ text, sentence, token, chosenTag }) => ({ text, sentence, token, tag: chosenTag }), {
    isSlow: true,
  }),
  table: whyTable,
  Draw: Drawing,
});

function Drawing({ data: attribution, width }: { data: Attribution; width: number }) {
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
  return <HiddenTable table={whyTable(attribution)} caption={`Why this tag: ${whyView(attribution).target}`} />;
});
