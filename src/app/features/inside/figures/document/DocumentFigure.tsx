import type { Occurrences } from '../../../../../tagging/explain/occurrences.ts';
import { occurrenceChosen } from '../../../../stores/inside.ts';
import { HiddenTable } from '../../../../ui/tables/DataTable.tsx';
import { detail } from '../../details.ts';
import styles from '../../Inside.module.css';
import { requestedFigure } from '../figure.tsx';
import { documentTable, documentView } from './document.ts';

const ROW = 22;
/** Width of the attention bars, and the start of the text. */
const BAR = 60;
const LEFT = 112;
/** Approximate width of a letter. */
const LETTER = 6.2;

/** The other occurrences of the chosen word, to which it attends. */
export const sameWord = requestedFigure({
  name: 'document',
  title: 'The same word elsewhere',
  text: 'Attention of a word to its other occurrences in the text, softmax of q(h) · k(hⱼ) / √64; a gate scales the sum that is added to its state (after Hu 2020). With consistency, their tag probabilities also contribute where the tag of the word is uncertain. Choose an occurrence to see its sentence.',
  stages: ['document'],
  isIn: ({ context }) => context === 'document',
  request: detail('occurrences', ({ text, sentence, token, tag }) => ({ text, sentence, token, tag })),
  table: documentTable,
  Draw: Drawing,
});

function Drawing({ data: occurrences, width }: { data: Occurrences; width: number }) {
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
        <HiddenTable table={documentTable(occurrences)} caption={`Occurrences of ${occurrences.word}`} />
      )}
    </>
  );
}
