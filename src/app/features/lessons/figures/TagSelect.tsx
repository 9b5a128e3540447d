import { ENTITY_TAGS } from '../../../../lessons/tasks/sentences.ts';
import styles from '../Lessons.module.css';
import { useSay } from '../use-say.ts';

interface TagSelectProps {
  token: string;
  tag: string;
  onChange: (tag: string) => void;
}

/** The tag of a word, which can be changed. */
export function TagSelect({ token, tag, onChange }: TagSelectProps) {
  const { t } = useSay();
  return (
    <select
      className={styles.select}
      aria-label={t('label.tagOf', { token })}
      value={tag}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {ENTITY_TAGS.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
