import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { selectIsActive, useRunStore } from '../../stores/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import styles from './Elsewhere.module.css';
import { PLACES, programFor, type Place } from './programs.ts';

/** How an exported model is used without this page: told when nothing is trained. */
export function ElsewherePanel() {
  const name = useWorkspaceStore(selectModel)?.name;
  const isActive = useRunStore(selectIsActive);
  const [place, setPlace] = useState<Place>('Python');
  if (name === undefined || isActive) return null;
  const program = programFor(place, `${name}.zip`);
  return (
    <Panel title="Use the model elsewhere">
      <div className={styles.content}>
        <SegmentedControl
          aria-label="Where to use it"
          data={[...PLACES]}
          value={place}
          onChange={(value) => setPlace(value as Place)}
        />
        <p className={styles.hint}>
          Export it: all that these programs need is in its zip. Other languages run its <code>model.onnx</code>.
        </p>
        <pre className={styles.program} aria-label={`Program in ${place}`}>
          {program}
        </pre>
        <div>
          <CopyButton name="program" value={() => program} />
        </div>
      </div>
    </Panel>
  );
}
