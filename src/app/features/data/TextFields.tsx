import { useState } from 'react';
import type { TableReading } from '../../../data/corpora/texts/table-reading.ts';
import type { FileId } from '../../../workers/wire/payloads.ts';
import { chooseTextFields } from '../../files/update-file.ts';
import shared from '../../look/text.module.css';
import { RowsTable } from '../../ui/tables/RowsTable.tsx';
import { toggledField } from './cards.ts';
import styles from './Data.module.css';

interface TextFieldsProps {
  id: FileId;
  name: string;
  table: TableReading;
  isFixed: boolean;
}

/** The first records of a table. Each field can be chosen as a text to tag; the others are kept beside it. */
export function TextFields({ id, name, table, isFixed }: TextFieldsProps) {
  const { names, others, reason, rows } = table;
  const [asked, setAsked] = useState<readonly string[]>(); // until they are chosen
  const textFields = asked ?? table.textFields;
  const toggle = async (field: string) => {
    const next = toggledField({ names, textFields }, field);
    setAsked(next);
    await chooseTextFields(id, next);
    setAsked((latest) => (latest === next ? undefined : latest));
  };
  return (
    <details className={styles.coverage} open={others.length > 0}>
      <summary>Texts: {textFields.join(', ')}</summary>
      <RowsTable
        label={`First records of ${name}`}
        className={styles.rows}
        rows={rows}
        columns={names.map((field) => ({
          role: textFields.includes(field) ? 'token' : undefined,
          head: (
            <>
              <span>{field}</span>
              <label className={styles.textField}>
                <input
                  type="checkbox"
                  aria-label={`${field} is a text`}
                  checked={textFields.includes(field)}
                  disabled={isFixed || names.length === 1}
                  onChange={() => void toggle(field)}
                />
                text
              </label>
            </>
          ),
        }))}
      />
      <p className={shared.quiet}>The texts are {reason}. Every record keeps its other fields.</p>
    </details>
  );
}
