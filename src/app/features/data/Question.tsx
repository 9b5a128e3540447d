import { Button } from '@mantine/core';
import type { CorpusFile } from '../../../workers/wire/payloads.ts';
import { updateFile } from '../../files/update-file.ts';
import { focusNext } from '../../ui/navigation.ts';
import { detailsButton } from './Card.tsx';
import styles from './Data.module.css';

/** A decision about a file that its reader leaves to the user. Training waits for it. */
export function Question({ file, isFixed }: { file: CorpusFile; isFixed: boolean }) {
  const { id, name, reading } = file;
  if (reading.question === undefined) return null;
  const { what, reason, options } = reading.question;
  return (
    <section className={styles.question} aria-label={`Question about ${name}`}>
      <p>{reason}</p>
      <fieldset className={styles.answers}>
        <legend>{what}</legend>
        {options.map((option) => (
          <Button
            key={option.label}
            disabled={isFixed}
            onClick={() => void updateFile(id, option.settings).then(() => focusNext(detailsButton(id)))}
          >
            {option.label}
          </Button>
        ))}
      </fieldset>
    </section>
  );
}
