import { VisuallyHidden } from '@mantine/core';
import type { Occurrences } from '../../../tagging/occurrences.ts';
import { occurrenceChosen } from '../../stores/inside.ts';
import { documentCsv, documentView } from './derive-document.ts';
import { DetailSection } from './DetailSection.tsx';
import styles from './Inside.module.css';

const ROW = 22;
/** Width of the attention bars, and the start of the text. */
const BAR = 60;
const LEFT = 112;
/** Approximate width of a letter. */
const LETTER = 6.2;

/** The other occurrences of the chosen word, to which it attends. */
export function DocumentFigure() {
  return (
    <DetailSection
      detail="occurrences"
      title="The same word elsewhere"
      description="Attention of a word to its other occurrences in the text, softmax of q(h) · k(hⱼ) / √64; a gate scales the sum that is added to its state (after Hu 2020). With consistency, their tag probabilities also contribute where the tag of the word is uncertain. Choose an occurrence to see its sentence."
      csv={documentCsv}
    >
      {(occurrences, width) => <Drawing occurrences={occurrences} width={width} />}
    </DetailSection>
  );
}

function Drawing({ occurrences, width }: { occurrences: Occurrences; width: number }) {
  const room = Math.max(60, (width - LEFT - 8 * LETTER) / 2);
  const { summary, lines } = documentView(occurrences, Math.floor(room / LETTER));
  const middle = LEFT + room;
  return (
    <>
      <p aria-live="polite">
        <strong>{summary}</strong>
      </p>
      {lines.length > 0 && (
        <svg data-figure className={styles.grid} width={width} height={lines.length * ROW} aria-hidden="true">
          {lines.map(({ sentence, token, weight, share, before, word, after }, i) => (
            <g
              key={i}
              className={styles.cell}
              transform={`translate(0, ${i * ROW})`}
              onClick={() => occurrenceChosen(sentence, token)}
            >
              <rect width={width} height={ROW} fill="transparent" />
              <rect className={styles.positive} y={3} width={weight * BAR} height={ROW - 6} fillOpacity={0.8} />
              <text className={styles.concordance} x={BAR + 6} y={ROW / 2}>
                {share}
              </text>
              <text className={styles.concordance} x={middle} y={ROW / 2} textAnchor="end">
                {before}
              </text>
              <text className={styles.concordance} x={middle + 5} y={ROW / 2}>
                <tspan fontWeight={700}>{word}</tspan> {after}
              </text>
            </g>
          ))}
        </svg>
      )}
      {lines.length > 0 && (
        <VisuallyHidden>
          <table>
            <caption>Occurrences of {occurrences.word}</caption>
            <thead>
              <tr>
                <th scope="col">Sentence</th>
                <th scope="col">Attention</th>
                <th scope="col">Text</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ sentence, token, share, tokens }) => (
                <tr key={`${sentence} ${token}`}>
                  <th scope="row">{sentence + 1}</th>
                  <td>{share}</td>
                  <td>{tokens.join(' ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </VisuallyHidden>
      )}
    </>
  );
}
