import { heldOut, useWorkspaceStore } from '../../stores/workspace.ts';
import shared from '../../look/text.module.css';
import { CorpusCard } from './CorpusCard.tsx';
import { EncoderCard } from './EncoderCard.tsx';
import { ListCard } from './lists/ListCard.tsx';
import { ModelCard } from './ModelCard.tsx';
import { StartOver } from './StartOver.tsx';
import { TextCard } from './TextCard.tsx';
import { VectorsCard } from './VectorsCard.tsx';

/** The loaded files. */
export function FileCards() {
  const { files, texts, lists, vectors, encoder, model } = useWorkspaceStore((store) => store.workspace);
  const dev = useWorkspaceStore(({ workspace }) => heldOut(workspace));
  return (
    <>
      {files.map((file) => (
        <CorpusCard key={file.id} file={file} />
      ))}
      {dev && <li className={shared.quiet}>No dev file: {dev} are used as dev.</li>}
      {texts.map((text) => (
        <TextCard key={text.id} text={text} />
      ))}
      {lists.map((list) => (
        <ListCard key={list.id} list={list} />
      ))}
      {vectors && <VectorsCard vectors={vectors} />}
      {encoder && <EncoderCard encoder={encoder} />}
      {model && <ModelCard model={model} />}
      <StartOver />
    </>
  );
}
