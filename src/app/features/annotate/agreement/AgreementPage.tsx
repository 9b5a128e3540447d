import { Button, NativeSelect } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { useWorkspaceStore } from '../../../stores/workspace.ts';
import { useCommands } from '../../../ui/commands/use-commands.ts';
import { LeaveButton } from '../../../ui/controls/LeaveButton.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ViewPanel } from '../../../ui/ViewPanel.tsx';
import { ChooseFiles } from '../../../ui/controls/ChooseFiles.tsx';
import { saveDecisions } from '../project/decide.ts';
import type { SetRecord } from '../sets/store.ts';
import styles from './Agreement.module.css';
import { AgreementReport } from './AgreementReport.tsx';
import { agreementCommands } from './commands.ts';
import { compareSources } from './compare.ts';
import { agreementClosed, areDecisionsUnsaved, useAgreementStore, type AnnotationSource } from './store.ts';
import { sourcesOf } from './summary.ts';

/** The agreement of two annotations of the same text, and the adjudication of their differences. */
export function AgreementPage({ sets }: { sets: readonly SetRecord[] }) {
  const { outcome, isOfProject } = useAgreementStore();
  const region = useRef<HTMLDivElement>(null);
  useCommands(agreementCommands, region);
  return (
    <ViewPanel
      title="Agreement"
      about={
        isOfProject
          ? 'Compares what two people of the project have annotated. Sentences that only one of them has decided are not compared.'
          : 'Compares two annotations of the same text. Resolve the differences, and save the result as a new set or a file.'
      }
      buttons={
        <LeaveButton
          icon={<Icon name="previous" size={12} />}
          question="The decisions are not saved."
          saving="Save the decisions"
          isUnsaved={areDecisionsUnsaved}
          onSave={saveDecisions}
          onLeave={agreementClosed}
        >
          {isOfProject ? 'Project' : 'Sets'}
        </LeaveButton>
      }
    >
      <div ref={region} className={styles.page} data-commands>
        {!isOfProject && <Sources sets={sets} />}
        <div aria-live="polite">
          {outcome.phase === 'failed' && <p className={styles.bad}>{outcome.error.message}</p>}
        </div>
        {outcome.phase === 'done' && <AgreementReport compared={outcome.compared} />}
      </div>
    </ViewPanel>
  );
}

const SIDES = ['First annotation', 'Second annotation'] as const;

function Sources({ sets }: { sets: readonly SetRecord[] }) {
  const isReading = useAgreementStore(({ outcome }) => outcome.phase === 'reading');
  const available = sourcesOf(sets, useWorkspaceStore((store) => store.workspace)); // prettier-ignore
  const [files, setFiles] = useState<readonly AnnotationSource[]>([]);
  const [chosen, setChosen] = useState<readonly [string | undefined, string | undefined]>([undefined, undefined]);
  const groups = [
    { group: 'Sets of this browser', sources: available.sets },
    { group: 'Loaded files', sources: available.loaded },
    { group: 'Chosen files', sources: files },
  ].filter(({ sources }) => sources.length > 0);
  const all = groups.flatMap(({ sources }) => sources);
  const sides = [0, 1].map((side) => all.find((source) => keyOf(source) === chosen[side]) ?? all[side]);
  const choose = (side: number, key: string) => setChosen(side === 0 ? [key, chosen[1]] : [chosen[0], key]);
  const add = (side: number, file: File | undefined) => {
    if (file === undefined) return;
    const source: AnnotationSource = { kind: 'file', name: file.name, file };
    setFiles((known) => [...known.filter((other) => keyOf(other) !== keyOf(source)), source]);
    choose(side, keyOf(source));
  };
  const [first, second] = sides;
  const isReady = first !== undefined && second !== undefined && first !== second;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) void compareSources([first, second]);
  };
  return (
    <form className={styles.sources} aria-label="Annotations to compare" onSubmit={submit}>
      {SIDES.map((label, side) => (
        <div key={label} className={styles.source}>
          <NativeSelect
            label={label}
            data={
              all.length === 0
                ? ['Choose a file']
                : groups.map(({ group, sources }) => ({
                    group,
                    items: sources.map((source) => ({ value: keyOf(source), label: source.name })),
                  }))
            }
            value={sides[side] ? keyOf(sides[side]) : ''}
            disabled={all.length === 0 || isReading}
            onChange={(event) => choose(side, event.currentTarget.value)}
          />
          <ChooseFiles label={`File: ${label}`} onChoose={([file]) => add(side, file)}>
            {(open) => (
              <Button aria-label={`File… for the ${label.toLowerCase()}`} disabled={isReading} onClick={open}>
                File…
              </Button>
            )}
          </ChooseFiles>
        </div>
      ))}
      <Button type="submit" variant="filled" loading={isReading} disabled={!isReady}>
        Compare
      </Button>
    </form>
  );
}

function keyOf(source: AnnotationSource): string {
  return source.kind === 'file' ? `file ${source.name} ${source.file.lastModified}` : `${source.kind} ${source.id}`;
}
