import { useEffect, useState } from 'react';
import { addDropped } from '../files/files.ts';
import { runViewChosen, selectHasDocuments, selectIsAnnotating, useStudyStore } from '../stores/runs/study.ts';
import styles from '../features/data/Data.module.css';
import { droppedFiles } from '../files/dropped-files.ts';

/** Shown while files are dragged over the window: they can be dropped anywhere. */
export function DropOverlay() {
  const isHovering = useFileDrop();
  const isAnnotating = useStudyStore(selectIsAnnotating);
  const hasDocuments = useStudyStore(selectHasDocuments);
  const [title, about] = isAnnotating
    ? ['Drop to annotate', 'text, CoNLL columns, or JSON of an annotation tool']
    : hasDocuments
      ? ['Drop to tag', 'Word, PDF, OpenDocument, Excel, mail, web pages, text']
      : ['Drop to add', 'corpora, word vectors, names, texts and documents to tag, a model, or a recipe'];
  return (
    isHovering && (
      <div className={styles.drop}>
        <p>{title}</p>
        <p>{about}</p>
      </div>
    )
  );
}

/** Files that only Documents reads. */
const DOCUMENT = /\.(docx|docm|odt|odp|pdf|eml|mbox)$/i;

async function receive(dropped: Awaited<ReturnType<typeof droppedFiles>>): Promise<void> {
  const { files } = dropped;
  if (
    selectHasDocuments(useStudyStore.getState()) ||
    (files.length > 0 && files.every(({ name }) => DOCUMENT.test(name)))
  ) {
    runViewChosen('documents');
    const { addDocuments } = await import('../features/documents/actions.ts');
    return addDocuments(files);
  }
  if (!selectIsAnnotating(useStudyStore.getState())) return addDropped(dropped);
  const { annotateDropped } = await import('../features/annotate/sets/actions.ts');
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
