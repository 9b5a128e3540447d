import type { TagReport } from '../../../workers/wire/payloads.ts';
import { formatCounted, formatDuration } from '../../look/format.ts';
import { useModelKind } from '../../stores/tag-kind.ts';
import { TypeList } from '../../ui/entity/TypeList.tsx';
import { lettersOfFileInWords } from '../../ui/unknown-letters.ts';
import shared from '../../look/text.module.css';
import { useTaggerName } from './tagger.ts';
import styles from './Score.module.css';

/** What the model found in a text. */
export function TaggedReport({
  report: { file, sentences, tokens, types, unknownLetters, seconds },
}: {
  report: TagReport;
}) {
  const ofClasses = useModelKind() === 'classes';
  const tagger = useTaggerName();
  const warning = lettersOfFileInWords(unknownLetters, tokens);
  return (
    <div className={styles.report}>
      <p>
        <strong>{file}</strong>, {ofClasses ? 'classified' : 'tagged'} by {tagger}:{' '}
        {formatCounted(sentences, ofClasses ? 'text' : 'sentence')}, {formatCounted(tokens, 'token')} in{' '}
        {formatDuration(seconds)}
      </p>
      {warning !== undefined && <p className={shared.bad}>{warning}</p>}
      {types.length === 0 ? (
        <p className={shared.quiet}>{ofClasses ? 'No words.' : 'No entities.'}</p>
      ) : (
        <TypeList types={types} label={`Found in ${file}`} />
      )}
    </div>
  );
}
