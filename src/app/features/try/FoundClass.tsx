import { VisuallyHidden } from '@mantine/core';
import { formatProbability } from '../../look/format.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { TypeName } from '../../ui/entity/TypeName.tsx';
import { lettersOfSentenceInWords } from '../../ui/unknown-letters.ts';
import { DataTable, type ViewTable } from '../../ui/tables/DataTable.tsx';
import { Share } from '../../ui/tables/Share.tsx';
import { classesAsJson, foundClasses, type FoundClass as Class } from './classes.ts';
import { SpellingWarning } from './SpellingWarning.tsx';
import type { Tagged } from './tagging.ts';
import { WordWeights } from './WordWeights.tsx';
import own from './FoundClass.module.css';
import styles from './Try.module.css';

const TABLE: Omit<ViewTable<Class>, 'rows'> = {
  columns: [
    { head: 'Class', text: ({ type }) => <TypeName type={type} /> },
    {
      head: 'Probability (%)',
      text: ({ type, probability }) => <Share share={probability} type={type} />,
      className: own.share,
    },
  ],
};

/** The class of a text, with the probabilities of all classes. */
export function FoundClass({ tagged }: { tagged: Tagged }) {
  const classes = foundClasses(tagged);
  const unknown = lettersOfSentenceInWords(tagged.result.unknownLetters);
  const [best] = classes;
  if (best === undefined) return <p className={styles.hint}>The text has no words.</p>;
  return (
    <>
      <VisuallyHidden aria-live="polite">
        {best.type}, {formatProbability(best.probability)}
      </VisuallyHidden>
      {unknown !== undefined && <p className={styles.warning}>{unknown}</p>}
      <SpellingWarning tagged={tagged} />
      <DataTable
        table={{ ...TABLE, rows: classes }}
        label="Classes of the text"
        className={own.classes}
        keyOf={({ type }) => type}
      />
      <WordWeights text={tagged.text} />
      <div className={styles.copies}>
        <CopyButton name="JSON" value={() => classesAsJson(tagged)} />
      </div>
    </>
  );
}
