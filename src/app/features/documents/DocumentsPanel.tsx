import { Button } from '@mantine/core';
import { useDeferredValue, useRef } from 'react';
import shared from '../../look/text.module.css';
import { formatCount, formatCounted } from '../../look/format.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { prepareDocuments } from '../../trainer/documents.ts';
import { useCommands } from '../../ui/commands/use-commands.ts';
import { ViewPanel } from '../../ui/ViewPanel.tsx';
import { focusNeighbour, viewPanel } from '../../ui/navigation.ts';
import { EncodingChoice } from '../../ui/controls/EncodingChoice.tsx';
import { ChooseFiles } from '../../ui/controls/ChooseFiles.tsx';
import { addDocuments, cancelDocuments, chooseEncoding, removeDocument, tagAgain } from './reading.ts';
import { commands } from './commands.ts';
import { DocumentSide } from './DocumentSide.tsx';
import { DocumentText } from './DocumentText.tsx';
import styles from './Documents.module.css';
import { hasNoText } from './entities.ts';
import { documentShown, pauseToggled, progressOf, selectShown, useDocumentsStore, type OpenDocument } from './store.ts';

/** The tab Documents: documents with their entities, to be read, corrected, and saved marked or redacted. */
export function DocumentsPanel() {
  const region = useRef<HTMLDivElement>(null);
  const hasDocuments = useDocumentsStore(({ documents }) => documents.length > 0);
  const hasSide = useDeferredValue(hasDocuments);
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  const shown = useDocumentsStore(selectShown);
  useCommands(commands, region);
  return (
    <ViewPanel
      title="Documents"
      about={
        hasModel
          ? 'Word, PDF, OpenDocument, Excel, mail, web pages and text with their entities: read, correct, save them marked or redacted. They stay on this machine.'
          : 'Train or import a model to find entities in documents.'
      }
      buttons={
        <>
          <ChooseFiles label="Add documents" multiple onChoose={(files) => void addDocuments(files)}>
            {(open) => (
              <Button
                onClick={() => {
                  prepareDocuments();
                  open();
                }}
              >
                Add documents
              </Button>
            )}
          </ChooseFiles>
          <Pause />
          {hasDocuments && (
            <Button
              variant="default"
              disabled={!hasModel}
              onClick={tagAgain}
              title="With the current model; what you decided stays"
            >
              Tag again
            </Button>
          )}
        </>
      }
    >
      {hasDocuments ? (
        <div className={styles.desk} ref={region}>
          <div className={styles.main}>
            <DocumentList />
            {shown && <Shown document={shown} />}
          </div>
          {hasSide && <DocumentSide />}
        </div>
      ) : (
        <p className={styles.empty}>Drop documents here, or add them. Nothing is uploaded: this page has no server.</p>
      )}
    </ViewPanel>
  );
}

/** How far reading and tagging are, with a button that lets them wait. */
function Pause() {
  const isPaused = useDocumentsStore((store) => store.isPaused);
  const progress = progressOf(useDocumentsStore((store) => store.documents));
  if (progress === undefined && !isPaused) return null;
  return (
    <>
      {progress && (
        <output className={shared.dim} aria-label="Documents done">
          {formatCount(progress.done)} of {formatCount(progress.of)} done
        </output>
      )}
      <Button variant="default" onClick={pauseToggled}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      {progress && (
        <Button
          variant="default"
          onClick={cancelDocuments}
          title="Removes the documents that are not done; corrected ones stay"
        >
          Cancel
        </Button>
      )}
    </>
  );
}

function DocumentList() {
  const documents = useDocumentsStore((store) => store.documents);
  const shown = useDocumentsStore((store) => store.shown);
  return (
    <ul className={styles.documents} aria-label="Documents">
      {documents.map((document) => (
        <li key={document.id} data-shown={document.id === shown || undefined}>
          <button
            type="button"
            className={styles.document}
            aria-pressed={document.id === shown}
            title={document.file.name}
            onClick={() => documentShown(document.id)}
          >
            <span className={styles.name}>{document.file.name}</span>{' '}
            <span className={shared.dim}>{statusOf(document)}</span>
          </button>
          <button
            type="button"
            className={styles.close}
            aria-label={`Remove ${document.file.name}`}
            onClick={({ currentTarget }) => {
              removeDocument(document.id);
              focusNeighbour(currentTarget, viewPanel('documents'));
            }}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

function statusOf({ phase, tagged, blocks, entities }: OpenDocument): string {
  if (phase === 'waiting') return 'waiting';
  if (phase === 'reading') return 'reading';
  if (phase === 'failed') return blocks.length > 0 ? 'not tagged' : 'cannot be read';
  if (phase === 'tagging') return `${Math.floor((100 * tagged) / Math.max(1, blocks.length))}%`;
  return `${formatCounted(entities.length, 'entity', 'entities')}${tagged < blocks.length ? ', not tagged' : ''}`;
}

function Shown({ document }: { document: OpenDocument }) {
  const text = useDeferredValue(document); // drawn in slices: it may have thousands of paragraphs
  return (
    <>
      {document.problem !== undefined && <p className={shared.bad}>{document.problem}</p>}
      {document.notes.map((note) => (
        <p key={note} className={shared.dim}>
          {note}
        </p>
      ))}
      <EncodingChoice
        name={document.file.name}
        encoding={document.encoding}
        isDisabled={false}
        onChoose={(chosen) => chooseEncoding(document.id, chosen)}
      />
      {hasNoText(document) && <p className={styles.empty}>{document.file.name} has no text.</p>}
      {(document.phase !== 'failed' || document.blocks.length > 0) && <DocumentText key={text.id} document={text} />}
    </>
  );
}
