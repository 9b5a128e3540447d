import { Button, Kbd, Textarea } from '@mantine/core';
import { Suspense } from 'react';
import { textTyped, useSentenceStore } from '../../stores/sentence.ts';
import { valueOf } from '../../trainer/query.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { SENTENCE_BOX } from '../../ui/navigation.ts';
import { Panel } from '../../ui/Panel.tsx';
import { tagging } from './tagging.ts';
import styles from './Try.module.css';
import { part } from '../../ui/part.tsx';
import { ChooseFiles } from '../../ui/controls/ChooseFiles.tsx';

/** Not needed before a text is tagged. */
const Found = part(async () => (await import('./Found.tsx')).Found);

/** The sentence box: text is tagged as it is typed, also during training. */
export function TryPanel() {
  const text = useSentenceStore((store) => store.text);
  return (
    <Panel
      title="Try a sentence"
      drop="try"
      actions={
        <span className={styles.actions}>
          <ChooseFiles label="File to try" onChoose={([file]) => file && void openFile(file)}>
            {(open) => (
              <Button
                onClick={open}
                size="compact-xs"
                variant="default"
                title="Text, Word, PDF, mail, web page: or drop it here"
              >
                Open file
              </Button>
            )}
          </ChooseFiles>
          <Kbd size="xs">/</Kbd>
        </span>
      }
    >
      <Textarea
        attributes={{ input: { dir: 'auto' } }}
        id={SENTENCE_BOX}
        aria-label="Try a sentence"
        placeholder="Angela Merkel flew from Berlin to Paris."
        classNames={{ input: styles.box ?? '' }}
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => textTyped(event.currentTarget.value)}
      />
      <section aria-label="Entities" className={styles.entities}>
        <Answer />
      </section>
    </Panel>
  );
}

async function openFile(file: File): Promise<void> {
  const { tryFiles } = await import('./open-file.ts');
  await tryFiles([file]);
}

function Answer() {
  const answer = tagging.use();
  const tagged = valueOf(answer);
  const text = useSentenceStore((store) => store.text);
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  const isActive = useRunStore(selectIsActive);
  if (answer.phase === 'failed') return <p className={styles.hint}>{answer.error.message}</p>;
  if (tagged) {
    return (
      <Suspense fallback={<p className={styles.hint}>Tagging…</p>}>
        <Found tagged={tagged} />
      </Suspense>
    );
  }
  if (!hasModel && !isActive) return <p className={styles.hint}>Train or import a model to tag what you type here.</p>;
  return (
    <p className={styles.hint}>
      {text.trim() === '' ? 'Type or paste a text: its entities are marked as you type.' : 'Tagging…'}
    </p>
  );
}
