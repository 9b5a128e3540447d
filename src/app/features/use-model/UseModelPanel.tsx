import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { dialogOpened } from '../../stores/view.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { languagesFor, programFor, type Language } from './programs.ts';
import styles from './UseModel.module.css';

/** Programs that use an exported model without this page. Hidden during a run. */
export function UseModelPanel() {
  const model = useWorkspaceStore(selectModel);
  const isActive = useRunStore(selectIsActive);
  const [chosen, setChosen] = useState<Language>('Python');
  if (model === undefined || isActive) return null;
  const hasEncoder = model.encoder !== undefined;
  const languages = languagesFor(model);
  const language = languages.includes(chosen) ? chosen : languages[0]!;
  const program = programFor(language, `${model.name}.zip`, model);
  return (
    <Panel title="Use the model elsewhere">
      <div className={styles.content}>
        <SegmentedControl
          aria-label="Where to use it"
          data={[...languages]}
          value={language}
          onChange={(value) => setChosen(value as Language)}
        />
        <p className={styles.hint}>
          {hasEncoder ? (
            'It runs where its encoder does: here, and on the command line. Export it first.'
          ) : (
            <>
              Export it first: its zip has everything that these programs need.{' '}
              {model.predicts === 'classes' ? (
                'There is no ONNX graph of a model that gives texts a class.'
              ) : model.features.length === 0 ? (
                <>
                  Other languages can run its <code>model.onnx</code>.
                </>
              ) : (
                `Python and ONNX cannot run a model with ${model.features.join(' and ')}.`
              )}{' '}
              <LinkButton onClick={() => dialogOpened({ name: 'export' })}>
                {model.predicts === 'classes' ? 'Save as a module, or smaller' : 'Save as a page, or smaller'}
              </LinkButton>
            </>
          )}
        </p>
        <pre className={styles.program} aria-label={`Program in ${language}`}>
          {program}
        </pre>
        <div>
          <CopyButton name="program" value={() => program} />
        </div>
      </div>
    </Panel>
  );
}
