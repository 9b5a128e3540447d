import { useEffect, useState } from 'react';
import { attempt } from '../trainer/bridge.ts';
import { addDropped } from '../files/files.ts';
import { runViewChosen, selectIsAnnotating, useStudyStore, type RunView } from '../stores/runs/study.ts';
import styles from '../features/data/Data.module.css';
import { droppedFiles } from '../files/dropped-files.ts';

/** Shown while files are dragged over the window: they can be dropped anywhere. */
export function DropOverlay() {
  const target = useFileDrop();
  const view = useStudyStore((store) => store.view);
  const [title, about] = invitation(target, view);
  return (
    target !== undefined && (
      <div className={styles.drop}>
        <p>{title}</p>
        <p>{about}</p>
      </div>
    )
  );
}

/** What becomes of files that are dropped here. */
function invitation(target: Target | undefined, view: RunView): readonly [title: string, about: string] {
  if (target === 'try') return ['Drop to try', `the text goes to the sentence box: ${DOCUMENTS}`];
  if (view === 'annotate') return ['Drop to annotate', `${DOCUMENTS}; CoNLL columns, or JSON of an annotation tool`];
  if (view === 'documents') return ['Drop to tag', `${DOCUMENTS}, Excel; folders and zips of these`];
  return ['Drop to add', 'corpora, word vectors, names, texts and documents to tag, a model, or a recipe'];
}

const DOCUMENTS = 'text, Word, PDF, OpenDocument, mail, web pages, Markdown';

/** Files that only Documents reads. */
const DOCUMENT = /\.(docx|docm|dotx|odt|ott|odp|pdf|eml|mbox|html?|md|markdown|srt|vtt)$/i;

/** Whether a PDF is dragged, whose reader is large. Names of files are not known before the drop. */
const carriesPdf = ({ dataTransfer }: DragEvent): boolean =>
  [...(dataTransfer?.items ?? [])].some(({ type }) => type === 'application/pdf');

type Target = 'page' | 'try';

/** What takes files that are dropped on an element. */
function targetAt(element: EventTarget | null): Target {
  return element instanceof Element && element.closest('[data-drop="try"]') !== null ? 'try' : 'page';
}

async function receive(dropped: Awaited<ReturnType<typeof droppedFiles>>, target: Target): Promise<void> {
  const { files } = dropped;
  if (target === 'try') {
    const { tryFiles } = await import('../features/try/open-file.ts');
    return tryFiles(files);
  }
  const { view } = useStudyStore.getState();
  const areDocuments = files.length > 0 && files.every(({ name }) => DOCUMENT.test(name));
  if (view === 'documents' || (areDocuments && view !== 'annotate' && view !== 'score')) {
    runViewChosen('documents');
    const { addDocuments } = await import('../features/documents/reading.ts');
    return addDocuments(files);
  }
  if (!selectIsAnnotating(useStudyStore.getState())) {
    if (dropped.paths.size === 0) return addDropped(dropped);
    const { withArchive } = await import('../files/dropped-entries.ts');
    return addDropped(await withArchive(dropped));
  }
  const { annotateDropped } = await import('../features/annotate/sets/actions.ts');
  return annotateDropped(files);
}

/** Makes the whole window a drop target. @returns what takes the files that are dragged over it; undefined: there are none */
function useFileDrop(): Target | undefined {
  const [target, setTarget] = useState<Target>();
  useEffect(() => {
    let depth = 0; // `dragenter` of a child comes before `dragleave` of its parent
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const handlers = {
      dragenter: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        if (depth++ === 0 && carriesPdf(event))
          void import('../trainer/documents.ts').then((one) => one.prepareDocuments());
        setTarget(targetAt(event.target));
      },
      dragover: (event: DragEvent) => {
        if (hasFiles(event)) event.preventDefault();
      },
      dragleave: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        if (--depth === 0) setTarget(undefined);
      },
      drop: (event: DragEvent) => {
        if (!hasFiles(event) || event.dataTransfer === null) return;
        event.preventDefault();
        depth = 0;
        setTarget(undefined);
        const dropTarget = targetAt(event.target);
        const received = droppedFiles(event.dataTransfer).then((dropped) => receive(dropped, dropTarget));
        void attempt('add files', received);
      },
    };
    const names = Object.keys(handlers) as (keyof typeof handlers)[];
    for (const name of names) addEventListener(name, handlers[name]);
    return () => {
      for (const name of names) removeEventListener(name, handlers[name]);
    };
  }, []);
  return target;
}
