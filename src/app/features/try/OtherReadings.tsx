import { formatProbability } from '../../look/format.ts';
import { EntityName } from '../../ui/entity/EntityName.tsx';
import { useEntityLooks } from '../../ui/entity/entity-looks.ts';
import type { OtherReading } from './entities.ts';
import styles from './Try.module.css';

/** Other readings of an uncertain sentence, with their probabilities. */
export function OtherReadings({ readings }: { readings: readonly OtherReading[] }) {
  const looks = useEntityLooks();
  return (
    <section className={styles.readings} aria-label="Other readings">
      <h3>Not sure. It might also be:</h3>
      <ul>
        {readings.map(({ key, differences, probability }) => (
          <li key={key}>
            <span className={styles.probability}>{formatProbability(probability)}</span>
            <span className={styles.reading}>
              {differences.map(({ type, text }, i) => (
                <span key={i}>
                  {type === undefined ? 'no entity' : <EntityName type={type} look={looks(type)} />} {text}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
