import { NativeSelect, VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import type { Trellis } from '../../../insight/trellis.ts';
import { useHistoryStore } from '../../stores/history.ts';
import { otherModelChosen, useOtherModelStore } from '../../stores/other-model.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { DecodedTable } from './DecodedTable.tsx';
import { DecodersDrawing } from './DecodersDrawing.tsx';
import { comparison, comparisonCsv, modelName, otherModels, type TwoModels } from './derive-comparison.ts';
import styles from './Inside.module.css';
import { Section } from './Section.tsx';
import { TokenTable } from './TokenTable.tsx';
import { useTwoModels } from './use-two-models.ts';

/** A sentence decoded token by token and as a path, from the same emissions, and optionally by another model. */
export const ComparisonFigure = memo(function ComparisonFigure({ trellis }: { trellis: Trellis }) {
  const { tokens } = trellis.sentence;
  const { rows, note } = comparison(trellis);
  const other = useTwoModels(trellis);
  return (
    <Section
      title="Softmax and CRF"
      description="The same emissions, decoded token by token (softmax) and as one path (CRF; Lample 2016, §2.2). Red dashes: the step to this tag breaks the tag scheme. Another model can be shown below, with its own emissions and decoder."
      csv={() => comparisonCsv(tokens, rows, other.both)}
      actions={<OtherModel />}
    >
      {(width) => (
        <>
          <DecodersDrawing trellis={trellis} rows={rows} both={other.both} width={width} />
          <DecodedTable name="Softmax and CRF" head="Decoder" tokens={tokens} rows={rows} />
          <p className={styles.description}>{note}</p>
          <div aria-live="polite">
            {other.error && <p className={styles.forbidden}>{other.error}</p>}
            {other.isWaiting && <p className={styles.description}>Computing…</p>}
          </div>
          {other.both && (
            <>
              <p className={styles.description}>{other.both.note}</p>
              <DecodedTable name="Two models" head="Model" tokens={tokens} rows={other.both.rows} />
              <TwoEmissionsTable tokens={tokens} both={other.both} />
            </>
          )}
        </>
      )}
    </Section>
  );
});

/** For screen readers. */
function TwoEmissionsTable({ tokens, both }: { tokens: readonly string[]; both: TwoModels }) {
  const rows = both.emissions.map(({ name, model, cells }) => ({
    name: `${both.rows[model]!.name}, ${name}`,
    cells: cells.map(({ text }) => text),
  }));
  return (
    <VisuallyHidden>
      <TokenTable caption="Emissions of both models" head="Model and tag" tokens={tokens} rows={rows} />
    </VisuallyHidden>
  );
}

/** Selects the model of another run, to be compared with the current one. */
function OtherModel() {
  const { records, makers, current } = useHistoryStore();
  const model = useWorkspaceStore(selectModel);
  const run = useOtherModelStore((store) => store.run);
  const others = otherModels(records, makers, current, model);
  if (others.length === 0)
    return (
      <span className={styles.dim}>Train another run, or keep the models of an ablation, to see two models here.</span>
    );
  return (
    <NativeSelect
      aria-label="Another model"
      data={[
        { value: '', label: 'No other model' },
        ...others.map(({ id, name, recipe }) => ({ value: id, label: modelName(name, recipe.config) })),
      ]}
      value={others.some(({ id }) => id === run) ? run : ''}
      onChange={(event) => otherModelChosen(event.currentTarget.value || undefined)}
    />
  );
}
