import { directionOf } from '../../../lib/text-direction.ts';
import { useMemo, type CSSProperties } from 'react';
import { usePreferenceStore } from '../../stores/preferences.ts';
import { typePointedAt, useViewStore } from '../../stores/view.ts';
import { EntityShape } from './EntityShape.tsx';
import styles from './EntityText.module.css';
import { labelOf, segmentsOf, type MarkedEntity } from './segments.ts';
import { useEntityLooks } from './entity-looks.ts';

/**
 * A text with its entities marked. Label and probability are generated content: they are read aloud, but not selected and copied. Entities
 * below the threshold of the Try panel are drawn faintly. Text and marks have the direction of their first letter, so that
 * right-to-left text is rendered correctly. `dir="auto"` on the text would not look into the marks.
 */
export function EntityText({ text, entities }: { text: string; entities: readonly MarkedEntity[] }) {
  const looks = useEntityLooks();
  const activeType = useViewStore((view) => view.activeType);
  const faintBelow = usePreferenceStore((preferences) => preferences.faintBelow);
  const segments = useMemo(() => segmentsOf(text, entities), [text, entities]);
  return (
    <p className={styles.text} dir={directionOf(text)}>
      {segments.map(({ at, text, entity }) =>
        entity === undefined ? (
          <span key={at}>{text}</span>
        ) : (
          <mark
            key={at}
            className={styles.mark}
            dir="auto"
            data-entity={entity.type}
            data-label={labelOf(entity.type, entity.probability)}
            data-active={activeType === entity.type || undefined}
            data-aside={entity.isAside || undefined}
            data-faint={(entity.probability ?? 1) < faintBelow || undefined}
            style={{ '--colour': looks(entity.type).colour } as CSSProperties}
            onPointerEnter={() => typePointedAt(entity.type)}
            onPointerLeave={() => typePointedAt(undefined)}
          >
            <span className={styles.start}>
              <EntityShape look={looks(entity.type)} size={8} />
              {firstWord(text)}
            </span>
            {text.slice(firstWord(text).length)}
          </mark>
        ),
      )}
    </p>
  );
}

/** The first word, which is on one line with the sign before it, unless it is too long. */
function firstWord(text: string): string {
  const word = /^\S*/.exec(text)?.[0] ?? '';
  return word.length <= 24 ? word : '';
}
