import type { TagReport } from '../../../workers/wire/payloads.ts';
import { formatCount, formatCounted, formatDuration } from '../../look/format.ts';
import { EntityName } from '../../ui/entity/EntityName.tsx';
import { useEntityLooks } from '../../ui/entity/entity-looks.ts';
import { lettersOfFileInWords } from '../../ui/unknown-letters.ts';
import shared from '../../look/text.module.css';
import styles from './Score.module.css';

/** What the model found in a text. */
export function TaggedReport({
  report: { file, sentences, tokens, types, unknownLetters, seconds },
}: {
  report: TagReport;
}) {
  const looks = useEntityLooks();
  const warning = lettersOfFileInWords(unknownLetters, tokens);
  return (
    <div className={styles.report}>
      <p>
        <strong>{file}</strong>: {formatCounted(sentences, 'sentence')}, {formatCounted(tokens, 'token')} tagged in{' '}
        {formatDuration(seconds)}
      </p>
      {warning !== undefined && <p className={shared.bad}>{warning}</p>}
      {types.length === 0 ? (
        <p className={shared.quiet}>No entities.</p>
      ) : (
        <ul className={styles.types} aria-label={`Found in ${file}`}>
          {types.map(({ type, count }) => (
            <li key={type}>
              <EntityName type={type} look={looks(type)}>
                <span className={shared.quiet}>{formatCount(count)}</span>
              </EntityName>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
