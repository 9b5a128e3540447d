import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { comparison } from './found-comparison.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { dialogClosed, selectIsOpen, useViewStore } from '../../stores/view.ts';
import { useHistoryStore } from '../../stores/runs/history.ts';
import { selectFiles, selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import shared from '../../look/text.module.css';
import styles from './Compare.module.css';
import { CompareReport } from './CompareReport.tsx';
import { candidates } from './comparison.ts';

const DEV = 'dev';

/** Two models on one file: a run and another, or an imported model. */
export function CompareDialog() {
  const isOpen = useViewStore(selectIsOpen('compare'));
  const answer = comparison.use();
  return (
    <Dialog
      opened={isOpen}
      onClose={() => {
        if (answer.phase === 'running') comparison.cancel(); // a result is kept
        dialogClosed();
      }}
      title="Compare models"
      size={820}
    >
      <Choices isRunning={answer.phase === 'running'} />
      <div aria-live="polite">
        {answer.phase === 'running' && <Running />}
        {answer.phase === 'failed' && <p className={shared.bad}>{answer.error.message}</p>}
      </div>
      {answer.phase === 'done' && <CompareReport found={answer.value} />}
    </Dialog>
  );
}

function Choices({ isRunning }: { isRunning: boolean }) {
  const { records, makers, current } = useHistoryStore();
  const model = useWorkspaceStore(selectModel);
  const files = useWorkspaceStore(selectFiles);
  const hasTraining = files.some(({ role }) => role === 'train');
  const models = candidates(records, makers, current, model);
  const [chosen, setChosen] = useState<readonly [number, number]>([0, 1]);
  const [file, setFile] = useState('');
  const places = [
    ...(hasTraining ? [{ value: DEV, label: 'dev' }] : []),
    ...files.map(({ id, name, role }) => ({ value: String(id), label: `${name} (${role})` })),
  ];
  const place = places.find(({ value }) => value === file) ?? places[0];
  const [first, second] = [models[chosen[0]], models[chosen[1]]];
  const isSame = chosen[0] === chosen[1];
  const options = models.map(({ name }, i) => ({ value: String(i), label: name }));
  if (models.length < 2)
    return (
      <p className={shared.dim}>Two models are needed: train another run, or import a model. Runs keep their models.</p>
    );
  return (
    <div className={styles.choices}>
      <NativeSelect
        label="First model"
        data={options}
        value={String(chosen[0])}
        disabled={isRunning}
        onChange={(event) => setChosen([Number(event.currentTarget.value), chosen[1]])}
      />
      <NativeSelect
        label="Second model"
        data={options}
        value={String(chosen[1])}
        disabled={isRunning}
        onChange={(event) => setChosen([chosen[0], Number(event.currentTarget.value)])}
      />
      <NativeSelect
        label="File"
        data={places}
        value={place?.value ?? ''}
        disabled={isRunning}
        onChange={(event) => setFile(event.currentTarget.value)}
      />
      {isRunning ? (
        <Button onClick={comparison.cancel}>Cancel</Button>
      ) : (
        <Button
          variant="filled"
          disabled={!first || !second || !place || isSame}
          title={isSame ? 'Choose two different models' : undefined}
          onClick={() =>
            first &&
            second &&
            place &&
            void comparison.ask({
              models: [first, second],
              file: place.value === DEV ? undefined : Number(place.value),
            })
          }
        >
          Compare
        </Button>
      )}
    </div>
  );
}

function Running() {
  const progress = useWorkspaceStore((store) => store.progress);
  const share =
    progress?.task === 'scoring' && progress.total > 0 ? ` ${formatShare(progress.done / progress.total)}` : '';
  return <p className={shared.dim}>Comparing{share}…</p>;
}
