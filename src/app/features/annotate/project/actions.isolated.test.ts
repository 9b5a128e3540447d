import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryFiles } from '../../../../annotation/project/files.ts';
import { conflictsIn } from '../../../../annotation/project/merge.ts';
import { ownLines } from '../../../../annotation/project/own-lines.ts';
import { withActions } from '../../../../annotation/project/pull.ts';
import { NO_NOTES } from '../../../../annotation/project/shared-notes.ts';
import { writeSet } from '../../../../annotation/project/write-project.ts';
import { filesOfZip, zipOfFiles } from '../../../../annotation/project/zip-files.ts';
import { writeRules } from '../../../../annotation/rules/read-rules.ts';
import type { Rule } from '../../../../annotation/rules/rule.ts';
import type { Action } from '../../../../annotation/sets/set.ts';
import { sentence } from '../../../../annotation/testing.ts';
import { resetStores } from '../../../../../test/app/reset-stores.ts';
import { useNoticeStore } from '../../../stores/notices.ts';
import { compareSources, countOpenSentences } from '../agreement/compare.ts';
import {
  agreementClosed,
  agreementOpened,
  areDecisionsUnsaved,
  choiceMade,
  useAgreementStore,
  type AnnotationSource,
} from '../agreement/store.ts';
import { restoringEnded, useAnnotationLearningStore } from '../learning/store.ts';
import { addRule, removeRule } from '../rules/actions.ts';
import { createSetOf, writeGuidelines } from '../sets/actions.ts';
import { useAnnotationSetsStore } from '../sets/store.ts';
import { annotationLog } from '../storage/annotation-log.ts';
import { useAnnotationStore } from '../store.ts';
import {
  addToProject,
  annotate,
  closeProject,
  isProjectUnsaved,
  mergeZip,
  openZip,
  readAgain,
  resolve,
  saveProject,
  startProject,
} from './actions.ts';
import { saveDecisions } from './decide.ts';
import { personNamed, useProjectStore } from './store.ts';

vi.mock('../../../ui/save-file.ts', () => ({ saveFile: () => undefined }));
// No set has a model to wait for.
useAnnotationLearningStore.subscribe(
  ({ isRestored }) => isRestored,
  (isRestored) => isRestored || restoringEnded(),
);

const setNamed = (name: string) => useAnnotationSetsStore.getState().sets!.find((set) => set.name === name)!;
const record = () => setNamed('Letters');
const project = () => useProjectStore.getState().opened!;
const memory = () => project().files.of as MemoryFiles;
const guidelinesPath = () => [...memory().contents.keys()].find((path) => path.endsWith('guidelines.md'))!; // prettier-ignore
const written = () => project().files.of.read(guidelinesPath());
const ownGuidelines = () => useAnnotationStore.getState().history!.set.guidelines;
const ownRules = () => useAnnotationStore.getState().history!.set.rules;
const rule = (type: string, value: string): Rule => ({ kind: 'names', type, value, before: '', after: '' });
const messages = () => useNoticeStore.getState().notices.map(({ message }) => message);

beforeEach(async () => {
  resetStores();
  restoringEnded();
  personNamed('Ada');
  await createSetOf('Letters', [], [sentence('Nora sails')], { guidelines: 'Names.\n', rules: [] });
  await startProject();
  await addToProject(record());
});

const copyWithGuidelines = async (guidelines: string) => {
  const copy = new MemoryFiles('copy', new Map(memory().contents));
  await copy.write(guidelinesPath(), guidelines);
  return new File([zipOfFiles(copy)], 'copy.zip');
};

test('saving does not take back the guidelines of others, and the copy gets them when it is annotated', async () => {
  await saveProject();
  await mergeZip(await copyWithGuidelines('Names.\nNo titles.\n'));
  for (let i = 0; i < 3; i++) await saveProject();
  expect(await written()).toBe('Names.\nNo titles.\n');
  await annotate(project().sets[0]!, true);
  expect(ownGuidelines()).toBe('Names.\nNo titles.\n');
  writeGuidelines('Names.\nNo titles.\nNo ships.\n');
  for (let i = 0; i < 2; i++) await saveProject();
  expect(await written()).toBe('Names.\nNo titles.\nNo ships.\n');
});

test('guidelines that both have changed have the lines of both, however often they are saved', async () => {
  await saveProject();
  writeGuidelines('Names.\nNo ships.\n');
  await mergeZip(await copyWithGuidelines('Names.\nNo titles.\n'));
  for (let i = 0; i < 3; i++) await saveProject();
  for (const line of ['Names.', 'No ships.', 'No titles.']) expect((await written()).split('\n')).toContain(line);
});

test('guidelines that were written before others were taken over are saved afterwards, and stay', async () => {
  await saveProject();
  writeGuidelines('Names.\nNo ships.\n');
  await annotate(project().sets[0]!, true);
  await saveProject();
  expect(await written()).toBe('Names.\nNo ships.\n');
  await annotate(project().sets[0]!, true);
  expect(ownGuidelines()).toBe('Names.\nNo ships.\n');
});

test('rules are saved with the set, and those of others are taken over when it is annotated', async () => {
  await annotate(project().sets[0]!, true);
  const [nora, sea] = [rule('PER', 'Nora'), rule('LOC', 'North Sea')];
  addRule(nora);
  await saveProject();
  const path = guidelinesPath().replace('guidelines.md', 'rules.tsv');
  const copy = new MemoryFiles('copy', new Map(memory().contents));
  await copy.write(path, writeRules([nora, sea]));
  await mergeZip(new File([zipOfFiles(copy)], 'copy.zip'));
  await annotate(project().sets[0]!, true);
  expect(ownRules()).toEqual([nora, sea]);
  removeRule(ownRules()[0]!);
  await saveProject();
  expect(await project().files.of.read(path)).toBe(writeRules([sea]));
  await annotate(project().sets[0]!, true);
  expect(ownRules()).toEqual([sea]);
});

test('a project that is closed while it is saved stays closed', async () => {
  const saved = saveProject();
  await vi.waitFor(() => expect(useProjectStore.getState().isBusy).toBe(true));
  await closeProject();
  await saved;
  expect(useProjectStore.getState().opened).toBeUndefined();
});

test('an archive that is no project is refused, and changes nothing', async () => {
  const before = [...memory().contents.keys()];
  const other = new MemoryFiles('model');
  await other.write('config.json', '{}');
  const archive = new File([zipOfFiles(other)], 'model.zip');
  await mergeZip(archive);
  expect(useProjectStore.getState().message).toBe(''); // not that of the last success
  expect([...memory().contents.keys()]).toEqual(before);
  await closeProject();
  await openZip(archive);
  expect(useProjectStore.getState().opened).toBeUndefined();
  expect(messages().join()).toMatch(/model\.zip is no project/);
});

/** Merges the copy of Ben, who disagrees, and decides for him. */
async function decideForBen(): Promise<void> {
  const marked = (start: number): Action => ({
    kind: 'edit',
    edits: [{ id: 0, spans: [{ start, end: start + 1, type: 'PER' }], state: 'accepted' }],
  });
  const ben = new MemoryFiles('ben', new Map(memory().contents));
  const log = withActions(await annotationLog.lines(record().id), [marked(1)], Date.now());
  const own = await ownLines(log, 'ben-0002');
  await writeSet(ben, { id: record().project!.set, writer: 'ben-0002', own, notes: NO_NOTES });
  annotationLog.do(marked(0));
  await saveProject();
  await mergeZip(new File([zipOfFiles(ben)], 'ben.zip'));
  await resolve(project().sets[0]!);
  const { outcome } = useAgreementStore.getState();
  if (outcome.phase !== 'done') throw new Error(outcome.phase);
  const { names, conflicts } = outcome.compared;
  for (const conflict of conflicts) choiceMade(conflict, names[0] === 'ben' ? 'first' : 'second');
}

const conflictsLeft = () => conflictsIn(project().sets[0]!.merged).length;

test('an archive is unsaved after each change until it is saved, and so are decisions', async () => {
  expect(isProjectUnsaved()).toBe(true); // a set was added
  await saveProject();
  expect([isProjectUnsaved(), areDecisionsUnsaved()]).toEqual([false, false]);
  await decideForBen();
  expect([isProjectUnsaved(), areDecisionsUnsaved()]).toEqual([true, true]); // Ben's copy was merged
  await saveDecisions();
  expect([isProjectUnsaved(), areDecisionsUnsaved()]).toEqual([false, false]);
  await closeProject();
  expect(isProjectUnsaved()).toBe(false);
});

test('in a folder that others have changed since it was opened, what they did is there when the set is opened', async () => {
  await saveProject();
  const { opened } = useProjectStore.getState();
  useProjectStore.setState({ opened: { ...opened!, files: { kind: 'folder', of: memory() } } });
  const ada: Action = {
    kind: 'edit',
    edits: [{ id: 0, spans: [{ start: 0, end: 1, type: 'PER' }], state: 'accepted' }],
  };
  const log = withActions(await annotationLog.lines(record().id), [ada], Date.now());
  await writeSet(memory(), { id: record().project!.set, writer: 'ben-0002', own: await ownLines(log, 'ben-0002'), notes: NO_NOTES }); // prettier-ignore
  await memory().write('sets/other/readme.md', 'No set.');
  expect(project().sets[0]!.merged.sentences[0]!.agreed?.state).toBe('open');
  await annotate(project().sets[0]!, true);
  expect(useAnnotationStore.getState().history!.set.sentences).toMatchObject([
    { state: 'accepted', spans: [{ end: 1 }] },
  ]);
  const shown = project().sets[0]!;
  for (const path of memory().contents.keys()) if (path.startsWith('sets/letters')) memory().contents.delete(path);
  await readAgain();
  expect(project().sets).toEqual([]);
  await annotate(shown, true);
  expect(messages().join()).toContain('Letters is no longer in the project.');
});

test('decisions are saved to the project', async () => {
  await decideForBen();
  expect(conflictsLeft()).toBe(1);
  await saveDecisions();
  expect(conflictsLeft()).toBe(0);
  expect(project().sets[0]!.merged.sentences[0]!.agreed?.spans).toEqual([{ start: 1, end: 2, type: 'PER' }]);
  expect(useAgreementStore.getState().isOpen).toBe(false);
});

test('where others have resolved all conflicts meanwhile, Resolve says so', async () => {
  await resolve(project().sets[0]!);
  expect(useProjectStore.getState().message).toBe('Letters has no conflicts any more.');
});

test('a failed Resolve is called so', async () => {
  const shown = project().sets[0]!;
  useProjectStore.setState({ opened: { ...project(), sets: [] } });
  await resolve(shown);
  const notices = useNoticeStore.getState().notices.map(({ title, message }) => `${title}: ${message}`);
  expect(notices.join()).toMatch(/resolve the conflicts.*Letters is no longer in the project/s);
});

test('decisions stay on the page, and no other set is changed, if the copy cannot be opened', async () => {
  await decideForBen();
  await createSetOf('Other', [], [sentence('Mira rests')]);
  vi.spyOn(annotationLog, 'read').mockRejectedValueOnce(new Error('It is lost.'));
  await saveDecisions();
  expect(useAnnotationStore.getState().history!.set).toMatchObject({ name: 'Other', sentences: [{ spans: [] }] });
  expect(useAgreementStore.getState()).toMatchObject({ isOpen: true, decides: { set: record().project!.set } });
  expect(messages()).toEqual([expect.stringContaining('It is lost.')]);
});

test('decisions on other annotations are not those of the project', async () => {
  await decideForBen();
  await createSetOf('Other', [], [sentence('Nora sails')]);
  const sources = ['Letters', 'Other'].map((name): AnnotationSource => ({ kind: 'set', name, id: setNamed(name).id }));
  await compareSources([sources[0]!, sources[1]!]);
  expect(useAgreementStore.getState()).toMatchObject({ decides: undefined, isOfProject: false, outcome: { phase: 'done' } }); // prettier-ignore
});

test('a comparison of the project is not shown as one of two chosen annotations', async () => {
  await decideForBen();
  countOpenSentences(true);
  expect(useAgreementStore.getState()).toMatchObject({ isOfProject: true, decides: { set: record().project!.set } });
  agreementClosed();
  agreementOpened();
  expect(useAgreementStore.getState()).toMatchObject({ isOfProject: false, outcome: { phase: 'none' } });
});

test('a new archive is a project from the first time it is saved', async () => {
  await closeProject();
  await startProject();
  await saveProject();
  expect((await filesOfZip(new File([zipOfFiles(memory())], 'project.zip'))).contents.size).toBe(2);
});

test('a set that was divided joins as a copy with its sentences as they are, which is then open', async () => {
  await createSetOf('Diary', [], [sentence('Nora sails'), sentence('to Varde')], { guidelines: '', rules: [] });
  const diary = setNamed('Diary');
  annotationLog.do({ kind: 'merge', id: 0 });
  await addToProject(diary);
  expect(messages()).toEqual([]);
  expect(useProjectStore.getState().message).toContain('It is called Diary (2).');
  const added = project().sets.find(({ set }) => set.name === 'Diary (2)')!;
  expect(added.merged.sentences.map(({ base }) => base.text)).toEqual(['Nora sails to Varde']);
  expect([setNamed('Diary').project, setNamed('Diary (2)').project?.set]).toEqual([undefined, added.set.id]);
  await saveProject();
  expect(messages()).toEqual([]);
});
