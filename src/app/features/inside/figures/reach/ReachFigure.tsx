import type { Reach } from '../../../../../tagging/explain/reach.ts';
import { HiddenTable } from '../../../../ui/tables/DataTable.tsx';
import { detail } from '../../details.ts';
import { requestedFigure } from '../figure.tsx';
import { reachTable, reachView } from './reach.ts';

const HEIGHT = 220;

/** How far a gradient reaches: the vanishing gradient, measured. */
export const reach = requestedFigure({
  name: 'reach',
  title: 'Gradients by distance',
  text: 'How strongly the score of the selected tag at one word depends on the input of another, by the number of words between them: the norm of the gradient, as a mean over all pairs of words of this sentence, relative to that of the word itself. In an RNN it vanishes (Bengio 1994, Pascanu 2013); the cell state of an LSTM carries it on while its forget gate is open. Beside this model, the same network with untrained recurrent layers of each cell.',
  isIn: ({ emissions }) => emissions === 'network',
  request: detail('reach', ({ text, sentence, tag }) => ({ text, sentence, tag }), { isSlow: true }),
  table: reachTable,
  Draw: Drawing,
});

function Drawing({ data, width }: { data: Reach; width: number }) {
  const { summary, lines, shares, distances } = reachView(data, width, HEIGHT);
  return (
    <>
      <p aria-live="polite">
        <strong>{summary}</strong>
      </p>
      <svg data-figure width={width} height={HEIGHT} aria-hidden="true" fontSize={11} fill="var(--dim)">
        {shares.map(({ y, text }) => (
          <g key={text}>
            <line x1={48} x2={width - 130} y1={y} y2={y} stroke="var(--line)" />
            <text x={42} y={y} textAnchor="end" dominantBaseline="central">
              {text}
            </text>
          </g>
        ))}
        {distances.map(({ x, text }) => (
          <text key={text} x={x} y={HEIGHT - 6} textAnchor="middle">
            {text}
          </text>
        ))}
        {lines.map(({ name, colour, points, label }) => (
          <g key={name}>
            <polyline
              points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
              fill="none"
              stroke={colour}
              strokeWidth={name.startsWith('this') ? 2 : 1.5}
            />
            <text x={label.x} y={label.y} fill="var(--mantine-color-text)" dominantBaseline="central">
              {name}
            </text>
          </g>
        ))}
      </svg>
      <HiddenTable table={reachTable(data)} caption={`Gradients of ${data.tag} by distance`} />
    </>
  );
}
