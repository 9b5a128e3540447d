import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import type { Slicing } from '../../../eval/slices.ts';
import type { DevSlices } from '../../../workers/wire/payloads.ts';
import { devSlices } from './dev-slices.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { figuresInWords, useShownRun } from '../../ui/plot/shown-run.tsx';
import { useEpochs } from '../../ui/plot/use-series.ts';
import { Scrollable } from '../../ui/Scrollable.tsx';
import { slicingInWords, slicingsOf } from '../../ui/tables/slice-names.ts';
import { SLICING_NAMES } from '../../ui/tables/slicings.ts';
import { SliceTable } from '../../ui/tables/SliceTable.tsx';
import styles from './EntityScores.module.css';

/** Scores on dev by slice, of the best epoch at the time of the request. */
export function SlicedScores({ slicing }: { slicing: Slicing }) {
  const dev = devSlices.use();
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  if (dev.phase === 'done') return <Found slicing={slicing} found={dev.value} />;
  return (
    <p className={styles.placeholder} aria-live="polite">
      {dev.phase === 'running' && 'Scoring dev…'}
      {dev.phase === 'failed' && dev.error.message}
      {dev.phase === 'none' && !hasModel && 'Scores on dev by slice, once there is a model.'}
      {dev.phase === 'none' && hasModel && (
        <LinkButton onClick={() => void devSlices.ask(undefined)}>Score dev by slice</LinkButton>
      )}
    </p>
  );
}

function Found({ slicing, found: { slices, trainedOn, epoch } }: { slicing: Slicing; found: DevSlices }) {
  const run = useShownRun();
  const model = useWorkspaceStore(selectModel);
  const of = run ? { run } : model && { model: model.name };
  const bestEpoch = useEpochs().at(-1)?.bestEpoch;
  const shown = slicingsOf(slices).includes(slicing) ? slicing : 'entityLength';
  return (
    <>
      <Scrollable label="Scores of all slices" className={styles.body}>
        <SliceTable label={SLICING_NAMES[shown]} slicing={shown} scores={slices} />
      </Scrollable>
      <p className={styles.foot}>
        {figuresInWords(of, epoch > 0 ? epoch : undefined)}. {slicingInWords(shown, trainedOn)}{' '}
        {bestEpoch !== undefined && bestEpoch !== epoch && (
          <LinkButton onClick={() => void devSlices.ask(undefined)}>Score epoch {bestEpoch}</LinkButton>
        )}
      </p>
    </>
  );
}
