import { useMemo } from 'react';
import type { RunConfig } from '../../../../../config/schema.ts';
import type { Trellis } from '../../../../../insight/trellis.ts';
import { HiddenTable, type ViewTable } from '../../../../ui/tables/DataTable.tsx';
import { probabilityText } from '../../drawing/numbers.ts';
import { tokenTable } from '../../drawing/token-table.ts';
import styles from '../../Inside.module.css';
import { sentenceFigure, type ShownSentence } from '../figure.tsx';
import { comparison as comparisonOf, comparisonTable, type Comparison, type DecodedRow } from './comparison.ts';
import { DecodersDrawing } from './DecodersDrawing.tsx';
import { OtherModel, OtherModelProgress } from './OtherModel.tsx';
import { useTwoModels, type OtherModelShown } from './use-two-models.ts';

interface ComparisonData extends Comparison {
  trellis: Trellis;
  /** That the model was trained with. */
  config: RunConfig;
  other: OtherModelShown;
}

/** A sentence decoded token by token and as a path, from the same emissions, and optionally by another model. */
export const comparison = sentenceFigure({
  name: 'comparison',
  title: 'Softmax and CRF',
  text: ({ config: { decoder } }: ComparisonData) =>
    `The same emissions, decoded token by token (softmax) and as one path (CRF; Lample 2016, §2.2). They were trained for ${decoder === 'crf' ? 'a CRF, which relies on its transitions' : 'a softmax'}: for a fair comparison, train the same recipe with ${decoder === 'crf' ? 'softmax' : 'a CRF'}, or choose another model. Red dashes: the step to this tag breaks the tag scheme.`,
  useData: useComparison,
  table: ({ trellis, rows, other }: ComparisonData) => comparisonTable(trellis.sentence.tokens, rows, other.both),
  Draw: Drawing,
  Actions: OtherModel,
});

function useComparison(sentence: ShownSentence): ComparisonData {
  const { trellis, inspection } = sentence;
  const decoded = useMemo(() => comparisonOf(trellis), [trellis]);
  return { trellis, ...decoded, config: inspection.result.config, other: useTwoModels(sentence) };
}

function Drawing({ data: { trellis, rows, note, config, other }, width }: { data: ComparisonData; width: number }) {
  const { tokens } = trellis.sentence;
  const { both } = other;
  return (
    <>
      <DecodersDrawing trellis={trellis} rows={rows} both={both} width={width} />
      <HiddenTable table={decodedTable('Decoder', tokens, rows)} caption="Softmax and CRF" />
      <p className={styles.description}>{note}</p>
      <OtherModelProgress config={config} />
      <div aria-live="polite">
        {other.error && <p className={styles.forbidden}>{other.error}</p>}
        {other.isWaiting && <p className={styles.description}>Computing…</p>}
      </div>
      {both && (
        <>
          <p className={styles.description}>{both.note}</p>
          <HiddenTable table={decodedTable('Model', tokens, both.rows)} caption="Two models" />
          <HiddenTable
            table={tokenTable(
              'Model and tag',
              tokens,
              both.emissions.map(({ name, model, cells }) => ({ name: `${both.rows[model]!.name}, ${name}`, cells })),
            )}
            caption="Emissions of both models"
          />
        </>
      )}
    </>
  );
}

/** The tags of a sentence, with a row per decoder. @param head of their names */
function decodedTable(head: string, tokens: readonly string[], rows: readonly DecodedRow[]): ViewTable<DecodedRow> {
  return {
    columns: [
      { head, text: ({ name }) => name },
      ...tokens.map((token, t) => ({
        head: token,
        text: ({ tags, probabilities, broken }: DecodedRow) => (
          <>
            <span>{tags[t]}</span> <span>{probabilityText(probabilities[t]!)}</span>
            {broken.includes(t) && ' after a forbidden step'}
          </>
        ),
      })),
    ],
    rows,
  };
}
