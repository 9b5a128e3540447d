import { Button, SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import { formatConll } from '../../../data/corpora/columns/write-conll.ts';
import type { TaggedExample, TagReport } from '../../../workers/wire/payloads.ts';
import { saveFile } from '../../ui/save-file.ts';
import { formatCount } from '../../look/format.ts';
import { EntityText } from '../../ui/entity/EntityText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { examplesInWords, leastSureInWords } from './errors.ts';
import styles from './Errors.module.css';
import { trySentence } from '../../ui/navigation.ts';

/** Number of sentences shown initially, and added by each press of the button. */
const PAGE = 50;

const ORDERS = [
  { value: 'first', label: 'In order' },
  { value: 'leastSure', label: 'Least sure first' },
] as const;

/** The sentences of a tagged text, in order or with the least certain ones first. */
export function TaggedSentences({ report }: { report: TagReport }) {
  const id = useId();
  const [order, setOrder] = useState<'first' | 'leastSure'>('first');
  const [shown, setShown] = useState(PAGE);
  const examples = report[order];
  const more = Math.min(PAGE, examples.length - shown);
  const name = `${report.file.replace(/\.(txt|csv|tsv|jsonl?)$/i, '')}.${order === 'first' ? 'first' : 'least-sure'}.conll`;
  return (
    <section className={styles.errors} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id}>Sentences</h3>
        <SegmentedControl
          aria-label="Order of sentences"
          data={[...ORDERS]}
          value={order}
          onChange={(chosen) => {
            setOrder(chosen);
            setShown(PAGE);
          }}
        />
      </header>
      <div className={styles.itemHead}>
        <p className={styles.hint}>{examplesInWords(order, examples.length, report.sentences)}</p>
        <Button
          leftSection={<Icon name="save" size={13} />}
          title="Tokens and tags, to correct and train on"
          onClick={() => saveFile(name, formatConll(examples.map(({ tokens, tags }) => [tokens, tags])), 'text/plain')}
        >
          Save as CoNLL
        </Button>
      </div>
      <ol aria-labelledby={id}>
        {examples.slice(0, shown).map((example) => (
          <Sentence key={example.number} example={example} isDoubtful={order === 'leastSure'} />
        ))}
      </ol>
      {more > 0 && <Button onClick={() => setShown(shown + PAGE)}>{more} more sentences</Button>}
    </section>
  );
}

function Sentence({ example, isDoubtful }: { example: TaggedExample; isDoubtful: boolean }) {
  const id = useId();
  const { number, record, text, entities } = example;
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <p id={id} className={styles.hint}>
          Sentence {formatCount(number)}
          {record !== undefined && ` · record ${record}`}
          {isDoubtful && ` · ${leastSureInWords(example)}`}
        </p>
        <Button aria-describedby={id} onClick={() => trySentence(text)}>
          Try it
        </Button>
      </div>
      <EntityText text={text} entities={entities} />
    </li>
  );
}
