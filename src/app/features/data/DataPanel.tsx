import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { loadSample } from '../../files/sample.ts';
import { useWorkspaceStore, selectIsEmpty, selectIsReading } from '../../stores/workspace.ts';
import { Panel } from '../../ui/Panel.tsx';
import { focusNext, MAIN_BUTTON } from '../../ui/navigation.ts';
import { AddFiles } from './AddFiles.tsx';
import styles from './Data.module.css';
import { ReadingCard } from './ReadingCard.tsx';
import { part } from '../../ui/part.tsx';

/** Not needed for the first paint. */
const FileCards = part(async () => (await import('./FileCards.tsx')).FileCards);

export function DataPanel() {
  const count = useWorkspaceStore(({ workspace }) => workspace.files.length);
  const isEmpty = useWorkspaceStore(selectIsEmpty);
  const isReading = useWorkspaceStore(selectIsReading);
  const isOpening = useWorkspaceStore((store) => store.isOpening);
  return (
    <Panel title="Data" actions={<AddFiles />}>
      {isEmpty && !isReading && <EmptyHint />}
      <ul className={styles.cards} data-opening={isOpening || undefined}>
        <Suspense>
          <FileCards />
        </Suspense>
        {isReading && <ReadingCard key={count} /* a card behind other cards is a new one, not one that has moved */ />}
      </ul>
    </Panel>
  );
}

function EmptyHint() {
  return (
    <div className={styles.empty}>
      <p>
        Drop files anywhere on this page, or add them: a <strong>training file</strong>, and if you have them a dev and
        a test file, word vectors, or an exported model.
      </p>
      <dl>
        <dt>Corpora</dt>
        <dd>CoNLL columns, CoNLL-U, CSV; any tag scheme; JSON of doccano, Label Studio or spaCy</dd>
        <dt>Vectors</dt>
        <dd>GloVe text, word2vec .bin or text, fastText .vec; plain, .gz, .zip</dd>
        <dt>Encoders</dt>
        <dd>a transformer as .onnx, with its tokenizer.json</dd>
        <dt>Texts</dt>
        <dd>.txt, Word, PDF, OpenDocument, mail, to tag once there is a model</dd>
        <dt>Names</dt>
        <dd>one per line; .csv or JSON with name and type; patterns of spaCy</dd>
        <dt>Models</dt>
        <dd>.zip, as Export model writes it</dd>
      </dl>
      <Button onClick={() => void loadSample().then(() => focusNext(MAIN_BUTTON))}>Load the sample</Button>
    </div>
  );
}
