import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadSample } from '../../actions/sample.ts';
import { useWorkspaceStore, selectIsEmpty, selectIsReading } from '../../stores/workspace.ts';
import { Panel } from '../../ui/Panel.tsx';
import { AddFiles } from './AddFiles.tsx';
import { CorpusCard } from './CorpusCard.tsx';
import styles from './Data.module.css';
import { ModelCard } from './ModelCard.tsx';
import { ReadingCard } from './ReadingCard.tsx';
import { RejectedFiles } from './RejectedFiles.tsx';
import { RemovedFiles } from './RemovedFiles.tsx';
import { TextCard } from './TextCard.tsx';
import { VectorsCard } from './VectorsCard.tsx';

const ListCard = lazy(async () => ({ default: (await import('./ListCard.tsx')).ListCard }));
const EncoderCard = lazy(async () => ({ default: (await import('./EncoderCard.tsx')).EncoderCard }));

export function DataPanel() {
  const { files, texts, lists, vectors, encoder, model, devSplit } = useWorkspaceStore((store) => store.workspace);
  const isEmpty = useWorkspaceStore(selectIsEmpty);
  const isReading = useWorkspaceStore(selectIsReading);
  const isOpening = useWorkspaceStore((store) => store.isOpening);
  return (
    <Panel title="Data" actions={<AddFiles />}>
      {isEmpty && !isReading && <EmptyHint />}
      <ul className={styles.cards} data-opening={isOpening || undefined}>
        {files.map((file) => (
          <CorpusCard key={file.id} file={file} />
        ))}
        {devSplit !== undefined && (
          <li className={styles.dim}>
            No dev file: {Math.round(devSplit * 100)}% of the training sentences are used as dev.
          </li>
        )}
        {texts.map((text) => (
          <TextCard key={text.id} text={text} />
        ))}
        <Suspense>
          {lists.map((list) => (
            <ListCard key={list.id} list={list} />
          ))}
        </Suspense>
        {vectors && <VectorsCard vectors={vectors} />}
        {encoder && (
          <Suspense>
            <EncoderCard encoder={encoder} />
          </Suspense>
        )}
        {model && <ModelCard model={model} />}
        <RemovedFiles />
        <RejectedFiles />
        {isReading && (
          <ReadingCard key={files.length} /* a card behind other cards is a new one, not one that has moved */ />
        )}
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
        <dd>GloVe text, word2vec, fastText .vec; plain, .gz, .zip</dd>
        <dt>Encoders</dt>
        <dd>a transformer as .onnx, with its tokenizer.json</dd>
        <dt>Texts</dt>
        <dd>.txt, to tag once there is a model</dd>
        <dt>Names</dt>
        <dd>.txt, one per line; .csv with name and type</dd>
        <dt>Models</dt>
        <dd>.zip, as Export model writes it</dd>
      </dl>
      <Button onClick={() => void loadSample()}>Load the sample</Button>
    </div>
  );
}
