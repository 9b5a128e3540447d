import { Button } from '@mantine/core';
import { showPreview } from '../../files/files.ts';
import { formatCount } from '../../look/format.ts';
import type { Preview } from '../../stores/workspace.ts';
import { EntityText } from '../../ui/entity/EntityText.tsx';
import styles from './Data.module.css';
import { previewText } from './cards.ts';

/** Some sentences of a corpus with their gold entities. */
export function PreviewList({ preview, count }: { preview: Preview; count: number }) {
  const { id, from, sentences } = preview;
  const to = from + sentences.length;
  const step = Math.max(1, sentences.length);
  return (
    <div className={styles.preview}>
      <ol>
        {sentences.map((sentence, i) => (
          <li key={from + i}>
            <span className={styles.place}>
              {sentence.document !== undefined && `document ${formatCount(sentence.document)}, `}
              line {formatCount(sentence.line)}
            </span>
            <EntityText {...previewText(sentence)} />
          </li>
        ))}
      </ol>
      <div className={styles.pager}>
        <Button disabled={from === 0} onClick={() => void showPreview(id, Math.max(0, from - step))}>
          Back
        </Button>
        <span>
          {formatCount(from + 1)}–{formatCount(to)} of {formatCount(count)}
        </span>
        <Button disabled={to >= count} onClick={() => void showPreview(id, to)}>
          Next
        </Button>
      </div>
    </div>
  );
}
