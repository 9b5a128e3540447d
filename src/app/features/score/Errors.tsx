import { Button, Menu } from '@mantine/core';
import { useId, useState } from 'react';
import { errorsCsv, errorsJsonLines } from '../../../eval/error-files.ts';
import type { ScoreReport } from '../../../workers/wire/payloads.ts';
import { saveCsv, saveFile } from '../../ui/save-file.ts';
import { Icon } from '../../ui/Icon.tsx';
import { countInWords, errorSummary, filteredErrors, NO_FILTER } from './errors.ts';
import { ErrorFilters } from './ErrorFilters.tsx';
import { ErrorItem } from './ErrorItem.tsx';
import styles from './Errors.module.css';

/** Number of sentences shown initially, and added by each press of the button. */
const PAGE = 20;

/** The errors of the model in a file: counts by kind, type and slice, and each one in its sentence. */
export function Errors({ report: { file, errors }, ofClasses }: { report: ScoreReport; ofClasses: boolean }) {
  const id = useId();
  const [filter, setFilter] = useState(NO_FILTER);
  const [shown, setShown] = useState(PAGE);
  const { total } = errorSummary(errors);
  const { sentences, listed, count } = filteredErrors(errors, filter);
  const more = Math.min(PAGE, sentences.length - shown);
  return (
    <section className={styles.errors} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id}>Errors</h3>
        {errors.sentences.length > 0 && <SaveMenu file={file} errors={errors} />}
      </header>
      {errors.sentences.length > 0 && (
        <ErrorFilters
          ofClasses={ofClasses}
          report={errors}
          filter={filter}
          onChange={(changed) => {
            setFilter(changed);
            setShown(PAGE);
          }}
        />
      )}
      <p className={styles.hint} aria-live="polite">
        {countInWords(count, total, listed)}
      </p>
      <ol aria-labelledby={id}>
        {sentences.slice(0, shown).map((one) => (
          <ErrorItem key={one.sentence.line} listed={one} ofClasses={ofClasses} />
        ))}
      </ol>
      {more > 0 && (
        <Button onClick={() => setShown(shown + PAGE)}>
          {more} more {ofClasses ? 'texts' : 'sentences'}
        </Button>
      )}
    </section>
  );
}

function SaveMenu({ file, errors: { sentences } }: Pick<ScoreReport, 'file' | 'errors'>) {
  const name = `${file}.errors`;
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<Icon name="save" size={13} />}>Save errors</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveCsv(name, errorsCsv(sentences))}>CSV</Menu.Item>
        <Menu.Item onClick={() => saveFile(`${name}.jsonl`, errorsJsonLines(sentences), 'application/jsonl')}>
          JSON lines
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
