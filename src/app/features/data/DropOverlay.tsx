import styles from './Data.module.css';
import { useFileDrop } from './use-file-drop.ts';

/** While files hover over the window, anywhere of it takes them. */
export function DropOverlay() {
  const isHovering = useFileDrop();
  return (
    isHovering && (
      <div className={styles.drop}>
        <p>Drop to add</p>
        <p>corpora, word vectors, texts to tag, or a model</p>
      </div>
    )
  );
}
