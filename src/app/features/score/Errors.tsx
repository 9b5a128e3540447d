import { Button, Menu } from '@mantine/core';
import { useId, useState } from 'react';
import { errorsCsv, errorsJsonLines } from '../../../eval/error-files.ts';
import type { ScoreReport } from '../../../workers/wire/protocol.ts';
import { saveFile } from '../../download.ts';
import { saveCsv } from '../../save-figure.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ConfusionTable } from './ConfusionTable.tsx';
import { countErrors, countInWords, listErrors, NO_FILTER } from './derive.ts';
import { ErrorFilters } from './ErrorFilters.tsx';
import { ErrorItem } from './ErrorItem.tsx';
import styles from './Errors.module.css';

/** Errors that are shown, and as many more each time. */
const PAGE = 50;

/** What the model got wrong in the file: how often, which, and each in its sentence. */
export function Errors({ report: { file, errors } }: { report: ScoreReport }) {
  const id = useId();
  const [filter, setFilter] = useState(NO_FILTER);
  const [shown, setShown] = useState(PAGE);
  const listed = listErrors(errors, filter);
  const more = Math.min(PAGE, listed.length - shown);
  return (
    <section className={styles.errors} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id}>Errors</h3>
        {errors.sentences.length > 0 && <SaveMenu file={file} errors={errors} />}
      </header>
      <ConfusionTable counts={errors.counts} />
      {errors.sentences.length > 0 && (
        <ErrorFilters
          report={errors}
          filter={filter}
          onChange={(changed) => {
            setFilter(changed);
            setShown(PAGE);
          }}
        />
      )}
      <p className={styles.hint} aria-live="polite">
        {countInWords(countErrors(errors, filter), countErrors(errors, NO_FILTER), listed.length)}
      </p>
      <ol aria-labelledby={id}>
        {listed.slice(0, shown).map(({ sentence, error }) => (
          <ErrorItem
            key={`${sentence.line} ${error.gold?.start} ${error.predicted?.start}`}
            sentence={sentence}
            error={error}
          />
        ))}
      </ol>
      {more > 0 && <Button onClick={() => setShown(shown + PAGE)}>{more} more</Button>}
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
