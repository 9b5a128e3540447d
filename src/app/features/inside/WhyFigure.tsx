import { VisuallyHidden } from '@mantine/core';
import { tokenChosen } from '../../stores/inside.ts';
import { gridLayout, intensity } from './derive.ts';
import { whyCsv, whyView, type WhyView } from './derive-why.ts';
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
      {(attribution, width) => {
        const view = whyView(attribution);
        const { tokens, target } = attribution;
        const layout = gridLayout(tokens.length, view.rows.length, width, ROW);
        return (
          <>
            <p aria-live="polite">
              <strong>
                p({view.target}) = {view.probability}.
              </strong>{' '}
              {view.summary}
            </p>
            <Grid
              label="Why this tag"
              tokens={tokens}
              rows={view.rows.map(({ name }) => name)}
              layout={layout}
              shades={view.shades}
              outlined={{ first: target.first, count: target.tags.length }}
              onToken={tokenChosen}
            >
              <Cells view={view} layout={layout} />
            </Grid>
            {view.flips.length > 0 && (
              <ul className={styles.notes} aria-label="Words that change the path">
                {view.flips.map(({ token, note }) => (
                  <li key={token}>{note}</li>
                ))}
              </ul>
            )}
            <WhyTable tokens={tokens} view={view} />
          </>
        );
      }}
    </DetailSection>
  );
}

function Cells({ view, layout }: { view: WhyView; layout: ReturnType<typeof gridLayout> }) {
  const { left, top, column } = layout;
  return view.rows.map(({ name, changes, texts }, i) => (
    <g key={name} transform={`translate(${left}, ${top + i * ROW})`} aria-hidden="true">
      {changes.map((change, t) => (
        <g key={t} transform={`translate(${t * column}, 0)`}>
          <rect
            className={change < 0 ? styles.negative : styles.positive}
            width={column - 1}
            height={ROW - 1}
            fillOpacity={0.8 * intensity(4 * change)}
          />
          <text className={styles.value} x={column / 2} y={ROW / 2}>
            {texts[t]}
          </text>
        </g>
      ))}
    </g>
  ));
}

function WhyTable({ tokens, view }: { tokens: readonly string[]; view: WhyView }) {
  return (
    <VisuallyHidden>
      <table>
        <caption>Why this tag: {view.target}</caption>
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
          {tokens.map((token, t) => (
            <tr key={t}>
              <th scope="row">{token}</th>
              {view.rows.map(({ name, texts }) => (
                <td key={name}>{texts[t]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
