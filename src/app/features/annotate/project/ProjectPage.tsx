import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { annotatedBy, conflictsIn } from '../../../../annotation/project/merge.ts';
import { formatCount, formatCounted } from '../../../look/format.ts';
import shared from '../../../look/text.module.css';
import { selectModel, useWorkspaceStore } from '../../../stores/workspace.ts';
import { LeaveButton } from '../../../ui/controls/LeaveButton.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ViewPanel } from '../../../ui/ViewPanel.tsx';
import { ChooseFiles } from '../../../ui/controls/ChooseFiles.tsx';
import type { SetRecord } from '../sets/store.ts';
import {
  addModel,
  addRecipe,
  addToProject,
  annotate,
  closeProject,
  compareWriters,
  copyOf,
  hideProject,
  isProjectUnsaved,
  mergeZip,
  openFolder,
  openZip,
  readAgain,
  resolve,
  saveProject,
  startProject,
  loadProjectFile,
} from './actions.ts';
import { canOpenFolders } from './folder-files.ts';
import styles from './ProjectPage.module.css';
import { personNamed, usePersonStore, useProjectStore, type OpenedProject } from './store.ts';

/** Sets that several people annotate, in a folder or an archive that they share as they like. */
export function ProjectPage({ sets }: { sets: readonly SetRecord[] }) {
  const { opened, isBusy, message } = useProjectStore();
  return (
    <ViewPanel
      title={opened === undefined ? 'Project' : `Project: ${opened.files.of.name}`}
      about="Sets that several people annotate, with guidelines, rules, recipes and models, as plain files: share them with git, a synchronised folder or by mail. Each person appends to an own log, so that two copies can always be merged."
      buttons={
        <Button leftSection={<Icon name="previous" size={12} />} onClick={hideProject}>
          Sets
        </Button>
      }
    >
      <div className={styles.page} aria-busy={isBusy}>
        <Person />
        {opened === undefined ? <Choice /> : <Opened opened={opened} sets={sets} />}
        <output aria-label="Project" className={shared.dim}>
          {message}
        </output>
      </div>
    </ViewPanel>
  );
}

function Person() {
  const name = usePersonStore((store) => store.name);
  return (
    <TextInput
      label="Your name"
      description="Names your log in the project"
      inputWrapperOrder={['label', 'input', 'description']}
      className={styles.person}
      value={name}
      onChange={(event) => personNamed(event.currentTarget.value)}
    />
  );
}

function Choice() {
  const isNamed = usePersonStore((store) => store.name.trim() !== '');
  return (
    <div className={styles.buttons}>
      {canOpenFolders() && (
        <Button variant="filled" disabled={!isNamed} onClick={() => void openFolder()}>
          Open a folder
        </Button>
      )}
      <ChooseFiles label="Project archive" accept=".zip" onChoose={([file]) => file && void openZip(file)}>
        {(open) => (
          <Button disabled={!isNamed} onClick={open}>
            Open an archive
          </Button>
        )}
      </ChooseFiles>
      <Button disabled={!isNamed} onClick={() => void startProject()}>
        New archive
      </Button>
      {!isNamed && <span className={shared.dim}>Enter your name first.</span>}
    </div>
  );
}

function Opened({ opened, sets }: { opened: OpenedProject; sets: readonly SetRecord[] }) {
  const [isAdopting, setAdopting] = useState(true);
  const others = sets.filter(({ project }) => opened.sets.every(({ set }) => set.id !== project?.set));
  return (
    <>
      <div className={styles.buttons}>
        <Button variant="filled" onClick={() => void saveProject()}>
          {opened.files.kind === 'folder' ? 'Save to the folder' : 'Save the archive'}
        </Button>
        {opened.files.kind === 'folder' && <Button onClick={() => void readAgain()}>Read again</Button>}
        <ChooseFiles label="Copy to merge" accept=".zip" onChoose={([file]) => file && void mergeZip(file)}>
          {(open) => <Button onClick={open}>Merge a copy</Button>}
        </ChooseFiles>
        <LeaveButton
          question="The archive has changes that are not saved."
          saving="Save and close"
          isUnsaved={isProjectUnsaved}
          onSave={saveProject}
          onLeave={closeProject}
        >
          Close
        </LeaveButton>
      </div>
      <Problems opened={opened} />
      {opened.sets.length > 0 && (
        <ul className={styles.list} aria-label="Sets of the project">
          {opened.sets.map((one) => (
            <ProjectRow key={one.set.id} one={one} sets={sets} isAdopting={isAdopting} />
          ))}
        </ul>
      )}
      <Switch
        label="Take over what others have annotated"
        description="Off: everyone annotates all sentences, to measure the agreement"
        checked={isAdopting}
        onChange={(event) => setAdopting(event.currentTarget.checked)}
      />
      {others.length > 0 && (
        <p className={styles.buttons}>
          <span className={shared.dim}>Add a set of this browser:</span>
          {others.map((record) => (
            <Button key={record.id} aria-label={`Add ${record.name}`} onClick={() => void addToProject(record)}>
              {record.name}
            </Button>
          ))}
        </p>
      )}
      <ProjectFilesList opened={opened} />
    </>
  );
}

type ProjectSetOnPage = OpenedProject['sets'][number];

function ProjectRow({
  one,
  sets,
  isAdopting,
}: {
  one: ProjectSetOnPage;
  sets: readonly SetRecord[];
  isAdopting: boolean;
}) {
  const { set, merged } = one;
  const { name, sentences } = merged;
  const people = annotatedBy(merged);
  const conflicts = conflictsIn(merged).length;
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <strong>{name}</strong>
        <span className={shared.dim}>
          {formatCounted(sentences.length, 'sentence')}
          {people.map(({ writer, person, annotated }) => (
            <span key={writer}>
              , {person} {formatCount(annotated)}
            </span>
          ))}
          {conflicts > 0 && `, ${formatCount(conflicts)} ${conflicts === 1 ? 'differs' : 'differ'}`}
        </span>
      </div>
      <Button aria-label={`Annotate ${name}`} onClick={() => void annotate(one, isAdopting)}>
        {copyOf(sets, set.id) === undefined ? 'Annotate' : 'Update and annotate'}
      </Button>
      {people.length > 1 && <Compare one={one} people={people} />}
      <Button
        aria-label={`Resolve ${name}`}
        disabled={conflicts === 0}
        title={conflicts === 0 ? 'No sentence is annotated differently by two people' : undefined}
        onClick={() => void resolve(one)}
      >
        Resolve
      </Button>
    </li>
  );
}

/** Compares two people; if there are more, they are chosen. */
function Compare({ one, people }: { one: ProjectSetOnPage; people: readonly { writer: string; person: string }[] }) {
  const [chosen, setChosen] = useState<readonly [number, number]>([0, 1]);
  const { name } = one.merged;
  const [first, second] = chosen.map((index) => people[index]?.writer ?? '');
  const options = people.map(({ person }, index) => ({ value: String(index), label: person }));
  const choose = (side: 0 | 1, value: string) =>
    setChosen(side === 0 ? [Number(value), chosen[1]] : [chosen[0], Number(value)]);
  return (
    <>
      {people.length > 2 &&
        ([0, 1] as const).map((side) => (
          <NativeSelect
            key={side}
            aria-label={`${side === 0 ? 'First' : 'Second'} person to compare in ${name}`}
            data={options}
            value={String(chosen[side])}
            onChange={(event) => choose(side, event.currentTarget.value)}
          />
        ))}
      <Button
        aria-label={`Compare ${name}`}
        disabled={first === second}
        onClick={() => void compareWriters(one, [first!, second!])}
      >
        Compare
      </Button>
    </>
  );
}

/** How many problems are listed. */
const LISTED = 100;

function Problems({ opened: { problems } }: { opened: OpenedProject }) {
  if (problems.length === 0) return null;
  return (
    <details className={styles.problems} open={problems.length <= 3}>
      <summary>{formatCounted(problems.length, 'problem')} in the files; everything else is used</summary>
      <ul aria-label="Problems of the project">
        {problems.slice(0, LISTED).map(({ file, line, message }, i) => (
          <li key={i}>
            {file}
            {line !== undefined && `, line ${line}`}: {message}
          </li>
        ))}
        {problems.length > LISTED && <li>and {formatCounted(problems.length - LISTED, 'more problem')}</li>}
      </ul>
    </details>
  );
}

function ProjectFilesList({ opened: { recipes, models } }: { opened: OpenedProject }) {
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  const paths = [...recipes.map((name) => `recipes/${name}`), ...models.map((name) => `models/${name}`)];
  return (
    <div>
      <h3 className={styles.heading}>Recipes and models</h3>
      <ul className={styles.list} aria-label="Recipes and models">
        {paths.map((path) => (
          <li key={path} className={styles.row}>
            <span className={styles.name}>{path}</span>
            <Button aria-label={`Use ${path}`} onClick={() => void loadProjectFile(path)}>
              Use
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={() => void addRecipe()}>Add the recipe</Button>
        <Button
          disabled={!hasModel}
          title={hasModel ? undefined : 'Train or import a model first'}
          onClick={() => void addModel()}
        >
          Add the model
        </Button>
      </div>
    </div>
  );
}
