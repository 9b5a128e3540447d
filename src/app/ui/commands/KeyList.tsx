import { keyLines, type Command } from './commands.ts';
import styles from './Key.module.css';

/** The keys of commands, with what they do. */
export function KeyList({ commands }: { commands: readonly Command[] }) {
  return (
    <dl className={styles.list}>
      {keyLines(commands).map(({ keys, does }) => (
        <div key={does}>
          <dt>
            <kbd className={styles.key}>{keys}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
