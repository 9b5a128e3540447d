import { VisuallyHidden } from '@mantine/core';
import { memo, useDeferredValue } from 'react';
import type { Attribution } from '../../../tagging/attribution.ts';
import { tokenChosen } from '../../stores/inside.ts';
import { CellRows } from './CellRows.tsx';
import { gridLayout } from './derive.ts';
import { whyCsv, whyView } from './derive-why.ts';
import { DetailSection } from './DetailSection.tsx';
import { Grid } from './Grid.tsx';
import styles from './Inside.module.css';

const ROW = 22;

/** What each word of the sentence adds to an entity, or to a tag. */
export function WhyFigure() {
  return (
    <DetailSection
      detail="attribute"
      title="Why this tag"
      description="The change in log p when a word becomes the unknown word, its letters hidden: exact, a forward pass each. Below it, what the gradient expects of the same replacement, (x′ − x) · dF/dx, F = log p(tags | sentence). Negative: the word speaks for the tags."
      csv={whyCsv}
    >
      {(attribution, width) => <Drawing attribution={attribution} width={width} />}
    </DetailSection>
  );
}

function Drawing({ attribution, width }: { attribution: Attribution; width: number }) {
  const { target, probability, summary, rows, shades, flips } = whyView(attribution);
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
      <WhyTable attribution={useDeferredValue(attribution)} />
    </>
  );
}

/** For screen readers. It may come a moment after the drawing. */
const WhyTable = memo(function WhyTable({ attribution }: { attribution: Attribution }) {
  const { target, rows } = whyView(attribution);
  return (
    <VisuallyHidden>
      <table>
        <caption>Why this tag: {target}</caption>
        <thead>
          <tr>
            <th scope="col">Word</th>
            <th scope="col">Change in log p without it</th>
            <th scope="col">p without it</th>
            <th scope="col">Expected by the gradient</th>
            <th scope="col">of the word vector</th>
            <th scope="col">of the characters</th>
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
