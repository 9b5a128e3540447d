import { useEffect, useState } from 'react';
import { addDropped } from '../../actions/data.ts';
import { selectIsAnnotating, useStudyStore } from '../../stores/study.ts';
import styles from './Data.module.css';
import { droppedFiles } from './dropped-files.ts';

/** Shown while files are dragged over the window: they can be dropped anywhere. */
export function DropOverlay() {
  const isHovering = useFileDrop();
  const isAnnotating = useStudyStore(selectIsAnnotating);
  return (
    isHovering && (
      <div className={styles.drop}>
        <p>{isAnnotating ? 'Drop to annotate' : 'Drop to add'}</p>
        <p>
          {isAnnotating
            ? 'text, CoNLL columns, or JSON of an annotation tool'
            : 'corpora, word vectors, names, texts to tag, a model, or a recipe'}
        </p>
      </div>
    )
  );
}

async function receive(dropped: Awaited<ReturnType<typeof droppedFiles>>): Promise<void> {
  if (!selectIsAnnotating(useStudyStore.getState())) return addDropped(dropped);
  const { annotateDropped } = await import('../../actions/annotation-sets.ts');
  return annotateDropped(dropped.files);
}

/** Makes the whole window a drop target. @returns whether files are dragged over it */
function useFileDrop(): boolean {
  const [isHovering, setIsHovering] = useState(false);
  useEffect(() => {
    let depth = 0; // `dragenter` of a child comes before `dragleave` of its parent
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
        void droppedFiles(event.dataTransfer).then(receive);
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
