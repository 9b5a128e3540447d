import { ActionIcon } from '@mantine/core';
import { useId, useState } from 'react';
import type { Slicing } from '../../../eval/slices.ts';
import type { ScoreReport } from '../../../workers/wire/payloads.ts';
import { saveTable } from '../../ui/save-figure.ts';
import { Icon } from '../../ui/Icon.tsx';
import { InlineSelect } from '../../ui/controls/InlineSelect.tsx';
import { slicingInWords, slicingsOf } from '../../ui/tables/slice-names.ts';
import { SLICING_NAMES } from '../../ui/tables/slicings.ts';
import { SliceTable, sliceTable } from '../../ui/tables/SliceTable.tsx';
import shared from '../../look/text.module.css';
import styles from './Score.module.css';

/** The scores of a file by what was seen in training, or by length. */
export function Slices({ report: { file, slices, trainedOn } }: { report: ScoreReport }) {
  const id = useId();
  const all = slicingsOf(slices);
  const [chosen, setChosen] = useState<Slicing>('seen');
  const slicing = all.includes(chosen) ? chosen : all[0]!;
  return (
    <section className={styles.slices} aria-labelledby={id}>
      <header className={styles.slicesHead}>
        <h3 id={id}>Slices</h3>
        <InlineSelect
          label="Scores by"
          options={all.map((value) => ({ value, label: SLICING_NAMES[value] }))}
          value={slicing}
          isDisabled={false}
          onChange={(value) => setChosen(value as Slicing)}
        />
        <ActionIcon
          aria-label="Save scores by slice"
          title="Save as CSV"
          onClick={() => saveTable(`${file}.slices`, sliceTable(slices))}
        >
          <Icon name="save" size={14} />
        </ActionIcon>
      </header>
      <SliceTable label={`${SLICING_NAMES[slicing]}: scores on ${file}`} slicing={slicing} scores={slices} />
      <p className={shared.quiet}>{slicingInWords(slicing, trainedOn)}</p>
    </section>
  );
}
