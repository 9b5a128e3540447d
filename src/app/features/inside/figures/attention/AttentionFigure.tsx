import { useMemo } from 'react';
import type { SentenceAttention } from '../../../../../tagging/explain/attention.ts';
import { tokenChosen, useInsideStore } from '../../../../stores/inside.ts';
import { HiddenTable } from '../../../../ui/tables/DataTable.tsx';
import { detail } from '../../details.ts';
import { CellRows } from '../../drawing/CellRows.tsx';
import { Column, Grid } from '../../drawing/Grid.tsx';
import { gridLayout } from '../../drawing/layout.ts';
import { tokenTable } from '../../drawing/token-table.ts';
import { requestedFigure } from '../figure.tsx';
import { attentionRows, attentionTable, attentionText } from './attention.ts';

const ROW = 20;

/** Which words of the sentence each word attends to. */
export const attention = requestedFigure({
  name: 'attention',
  title: 'Self-attention',
  text: 'After the recurrent layers, each word adds the states of all words of its sentence to its own, weighted by softmax of q(h) · k(hⱼ) / √64 (Vaswani 2017, §3.2.1). Each row shows the weights of one word in percent.',
  stages: ['attention'],
  isIn: (config) => config.attention === 'sentence',
  request: detail('attention', ({ text, sentence }) => ({ text, sentence })),
  table: attentionTable,
  Draw: Drawing,
});

function Drawing({ data: found, width }: { data: SentenceAttention; width: number }) {
  const { tokens } = found;
  const selected = useInsideStore((store) => store.selected?.token ?? 0);
  const rows = useMemo(() => attentionRows(found), [found]);
  const layout = gridLayout(tokens.length, rows.length, width, ROW);
  const token = Math.min(selected, tokens.length - 1);
  return (
    <>
      <p aria-live="polite">
        <strong>{attentionText(found, token)}</strong>
      </p>
      <Grid
        label="Self-attention"
        tokens={tokens}
        rows={tokens}
        layout={layout}
        column={<Column tokens={tokens} layout={layout} column={token} />}
        onToken={tokenChosen}
      >
        <CellRows rows={rows} column={layout.column} height={ROW} />
      </Grid>
      <HiddenTable table={tokenTable('Token', tokens, rows)} caption="Self-attention in percent" />
    </>
  );
}
