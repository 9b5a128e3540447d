import { useEffect, useState } from 'react';
import { addDropped } from '../../actions/data.ts';
import styles from './Data.module.css';
import { droppedFiles } from './dropped-files.ts';

/** Shown while files are dragged over the window: they can be dropped anywhere. */
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

/** Makes the whole window a drop target. @returns whether files are dragged over it */
function useFileDrop(): boolean {
  const [isHovering, setIsHovering] = useState(false);
  useEffect(() => {
    let depth = 0; // a child is entered before its parent is left
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const handlers = {
      dragenter: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth++;
        setIsHovering(true);
      },
      dragover: (event: DragEvent) => {
        if (hasFiles(event)) event.preventDefault();
      },
      dragleave: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        depth--;
        if (depth === 0) setIsHovering(false);
      },
      drop: (event: DragEvent) => {
        if (!hasFiles(event) || event.dataTransfer === null) return;
        event.preventDefault();
        depth = 0;
        setIsHovering(false);
        void droppedFiles(event.dataTransfer).then(addDropped);
      },
    };
    const names = Object.keys(handlers) as (keyof typeof handlers)[];
    for (const name of names) addEventListener(name, handlers[name]);
    return () => {
      for (const name of names) removeEventListener(name, handlers[name]);
    };
  }, []);
  return isHovering;
}
