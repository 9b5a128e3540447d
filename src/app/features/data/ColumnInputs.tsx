import { useState } from 'react';
import { chooseColumns } from '../../files/files.ts';
import type { CorpusFile } from '../../../workers/wire/payloads.ts';
import { selectFiles, useWorkspaceStore } from '../../stores/workspace.ts';
import shared from '../../look/text.module.css';
import styles from './Data.module.css';
import { filesWithout, inputChoices, type ColumnChoice } from './cards.ts';

/** Which further columns of a training file are inputs of the next model. */
export function ColumnInputs({ file, isFixed }: { file: CorpusFile; isFixed: boolean }) {
  const files = useWorkspaceStore(selectFiles);
  const [asked, setAsked] = useState<string[]>(); // until the files have been reread
  const inputs = asked ?? file.inputColumns;
  const choices = inputChoices(file, inputs);
  if (choices.length === 0) return null;
  const chosen = choices.filter(({ isInput }) => isInput);
  const toggle = async ({ name, isInput }: ColumnChoice) => {
    const next = isInput ? inputs.filter((other) => other !== name) : [...inputs, name];
    setAsked(next);
    await chooseColumns(next);
    setAsked((latest) => (latest === next ? undefined : latest));
  };
  return (
    <details className={styles.columns}>
      <summary>Columns as inputs: {chosen.length === 0 ? 'none' : chosen.map(({ label }) => label).join(', ')}</summary>
      <ul>
        {choices.map((choice) => (
          <li key={choice.name}>
            <label>
              <input type="checkbox" checked={choice.isInput} disabled={isFixed} onChange={() => void toggle(choice)} />
              {choice.label} <span className={shared.quiet}>{choice.about}</span>
            </label>
            <Lacking name={choice.isInput ? choice.name : undefined} files={files} />
          </li>
        ))}
      </ul>
      <p className={shared.quiet}>
        Inputs of the next model, in addition to the words. Training drops them for some sentences, so that text without
        them, such as a typed sentence, can be tagged too.
      </p>
    </details>
  );
}

function Lacking({ name, files }: { name: string | undefined; files: readonly CorpusFile[] }) {
  const lacking = name === undefined ? [] : filesWithout(name, files);
  if (lacking.length === 0) return null;
  return <p className={styles.needs}>Not used: {lacking.join(', ')} does not have it.</p>;
}
