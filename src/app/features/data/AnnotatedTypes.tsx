import { useState } from 'react';
import type { CorpusOptions } from '../../../data/corpus.ts';
import type { CorpusFile } from '../../../workers/wire/payloads.ts';
import { updateFile } from '../../files/update-file.ts';
import shared from '../../look/text.module.css';
import { selectFiles, useWorkspaceStore } from '../../stores/workspace.ts';
import { InlineSelect } from '../../ui/controls/InlineSelect.tsx';
import { annotatedTypes, choicesFor, withToggled, withTypeAs } from './annotated-types.ts';
import styles from './Data.module.css';

/** Which types a file annotates, what its types are read as, and its tag of unknown words. All can be changed. */
export function AnnotatedTypes({ file, isFixed }: { file: CorpusFile; isFixed: boolean }) {
  const { id, name } = file;
  const [asked, setAsked] = useState<CorpusOptions>(); // until the file has been reread
  const settings = asked ?? file.reading.settings;
  const all = annotatedTypes(
    { ...file, reading: { ...file.reading, settings } },
    useWorkspaceStore(selectFiles).filter((other) => other.id !== id),
  );
  const change = async (changes: CorpusOptions) => {
    const next = { ...settings, ...changes };
    setAsked(next);
    await updateFile(id, changes);
    setAsked((latest) => (latest === next ? undefined : latest));
  };
  const { unknown = '' } = settings;
  return (
    <details className={styles.coverage}>
      <summary>Types annotated here: {all.inWords}</summary>
      <ul className={styles.annotated} aria-label={`Types annotated in ${name}`}>
        {all.types.map(({ type, isAnnotated }) => (
          <li key={type}>
            <label>
              <input
                type="checkbox"
                checked={isAnnotated}
                disabled={isFixed}
                onChange={() => void change(withToggled(all, type))}
              />
              {type}
            </label>
          </li>
        ))}
      </ul>
      <p className={shared.quiet}>
        Words outside its entities may be of a type that is not ticked: nothing is learned or scored about it here.
      </p>
      <ul className={styles.readAs} aria-label={`Types of ${name} as they are read`}>
        {all.own.map(({ type, as }) => (
          <li key={type}>
            <span>{type} is read as</span>
            <InlineSelect
              label={`${type} of ${name} is read as`}
              options={choicesFor(type, all)}
              value={as}
              isDisabled={isFixed}
              onChange={(value) => void change(withTypeAs(all, type, value))}
            />
          </li>
        ))}
      </ul>
      <label className={styles.outside}>
        Tag of unknown words
        <input
          key={unknown}
          defaultValue={unknown}
          disabled={isFixed}
          onBlur={({ currentTarget: { value } }) => value !== unknown && void change({ unknown: value || undefined })}
        />
      </label>
    </details>
  );
}
