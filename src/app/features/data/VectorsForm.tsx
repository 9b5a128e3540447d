import type { VectorsChoices, VectorsReading } from '../../../data/vectors/usual-rows.ts';
import type { VectorsFile } from '../../../workers/wire/payloads.ts';
import { chooseVectors } from '../../files/update-file.ts';
import { cardToggled } from '../../stores/view.ts';
import { EncodingChoice } from '../../ui/controls/EncodingChoice.tsx';
import { InlineSelect } from '../../ui/controls/InlineSelect.tsx';
import { RowsTable } from '../../ui/tables/RowsTable.tsx';
import styles from './Data.module.css';
import { formInWords, LINE_FACTS, splitChoices, WORD_CHOICES } from './vectors-form.ts';

interface VectorsFormProps extends Pick<VectorsFile, 'id' | 'name'> {
  reading: VectorsReading;
  isFixed: boolean;
}

/** How the rows of vectors are read, with the first of them. All of it can be changed; the file is then read again. */
export function VectorsForm({ id, name, reading, isFixed }: VectorsFormProps) {
  const { form, chosen, encoding, rows } = reading;
  const choose = (choice: VectorsChoices) => {
    cardToggled(id, true); // shows what comes of it, though there is nothing left to remark
    void chooseVectors(id, { form: { ...chosen, ...choice } });
  };
  return (
    <details className={styles.coverage}>
      <summary>Read: {formInWords(reading)}</summary>
      <RowsTable
        label={`First rows of ${name}`}
        className={styles.rows}
        rows={rows}
        columns={[{ head: 'line' }, { head: 'word', role: 'token' }]}
      />
      <p>
        Separated by{' '}
        <InlineSelect
          label={`Separator of ${name}`}
          options={splitChoices(reading)}
          value={form.split}
          isDisabled={isFixed || reading.splits.length < 2}
          onChange={(split) => choose({ split: split as typeof form.split })}
        />
      </p>
      <p>
        Words{' '}
        <InlineSelect
          label={`Words of ${name}`}
          options={WORD_CHOICES}
          value={form.words}
          isDisabled={isFixed}
          onChange={(words) => choose({ words: words as typeof form.words })}
        />
      </p>
      {LINE_FACTS.map(({ fact, label }) => (
        <label key={fact} className={styles.textField}>
          <input
            type="checkbox"
            checked={form[fact]}
            disabled={isFixed}
            onChange={({ currentTarget: { checked } }) => choose({ [fact]: checked })}
          />
          {label}
        </label>
      ))}
      <EncodingChoice
        name={name}
        encoding={encoding}
        isDisabled={isFixed}
        onChoose={(own) => choose({ encoding: own })}
      />
    </details>
  );
}
