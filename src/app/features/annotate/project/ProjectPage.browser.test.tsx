import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { MemoryFiles } from '../../../../annotation/project/files.ts';
import { ownLines } from '../../../../annotation/project/own-lines.ts';
import { withActions } from '../../../../annotation/project/pull.ts';
import { NO_NOTES } from '../../../../annotation/project/shared-notes.ts';
import { writeSet } from '../../../../annotation/project/write-project.ts';
import { zipOfFiles } from '../../../../annotation/project/zip-files.ts';
import type { Action } from '../../../../annotation/sets/set.ts';
import { sentence } from '../../../../annotation/testing.ts';
import { resetStores } from '../../../../../test/app/reset-stores.ts';
import { theme } from '../../../look/theme.ts';
import { useAgreementStore } from '../agreement/store.ts';
import { openZip } from './actions.ts';
import { ProjectPage } from './ProjectPage.tsx';
import { personNamed, useProjectStore } from './store.ts';

/** An archive with a set that these people have annotated. */
async function archiveOf(people: readonly string[]): Promise<File> {
  const files = new MemoryFiles('shared');
  for (const [start, writer] of people.entries()) {
    const spans = [{ start, end: start + 1, type: 'PER' }];
    const actions: Action[] = [
      { kind: 'describe', name: 'Letters' },
      { kind: 'import', sentences: [sentence('Nora sails to Westmark')] },
      { kind: 'edit', edits: [{ id: 0, spans, state: 'accepted' }] },
    ];
    const own = await ownLines(withActions([], actions, start), writer);
    await writeSet(files, { id: 'letters', writer, own, notes: NO_NOTES });
  }
  return new File([zipOfFiles(files)], 'shared.zip');
}

async function open(people: readonly string[]): Promise<void> {
  resetStores();
  personNamed('Ada');
  await openZip(await archiveOf(people));
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  root.render(
    <MantineProvider theme={theme}>
      <ProjectPage sets={[]} />
    </MantineProvider>,
  );
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
}

const compared = () => {
  const { outcome } = useAgreementStore.getState();
  return outcome.phase === 'done' ? outcome.compared.names : undefined;
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const person = (side: string) => page.getByRole('combobox', { name: `${side} person to compare in Letters` });

test('of three people, any two are compared; of two, these', async () => {
  await open(['ada-0001', 'ben-0002', 'eve-0003']);
  await person('First').selectOptions('eve');
  await person('Second').selectOptions('eve');
  await expect.element(button('Compare Letters')).toBeDisabled();
  await person('Second').selectOptions('ben');
  await button('Compare Letters').click();
  expect(compared()).toEqual(['eve', 'ben']);
});

test('two people are compared without a choice', async () => {
  await open(['ada-0001', 'ben-0002']);
  await expect.element(person('First')).not.toBeInTheDocument();
  await button('Compare Letters').click();
  expect(compared()).toEqual(['ada', 'ben']);
});

test('two logs of one person are told apart', async () => {
  await open(['ada-0001', 'ada-0002']);
  await button('Compare Letters').click();
  expect(compared()).toEqual(['ada-0001', 'ada-0002']);
});

test('closing an archive with changes asks first', async () => {
  await open(['ada-0001']);
  const files = useProjectStore.getState().opened!.files.of;
  await files.write('recipes/a.json', '{}');
  await button('Close').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The archive has changes that are not saved.');
  await button('Stay').click();
  expect(useProjectStore.getState().opened).toBeDefined();
  await button('Close').click();
  await button('Discard').click();
  await expect.poll(() => useProjectStore.getState().opened).toBeUndefined();
});
