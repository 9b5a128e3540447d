import { beforeEach, expect, test } from 'vitest';
import { spanTypes } from '../../../annotation/sets/set.ts';
import { sentence } from '../../../annotation/testing.ts';
import { resetStores } from '../../../../test/app/reset-stores.ts';
import { PAGE } from '../../files/page-commands.ts';
import { sharedKeys } from '../../ui/commands/commands.ts';
import { agreementCommands } from './agreement/commands.ts';
import { agreementChanged, draftChanged } from './agreement/store.ts';
import { comparedOf } from './agreement/testing.ts';
import { deskCommands } from './desk/commands.ts';
import { atToken } from './spans/selection.ts';

const TYPES = spanTypes(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J']);
const page = Object.values(PAGE);

beforeEach(resetStores);

test('no two commands that are active at the same time have a key in common', () => {
  expect(sharedKeys(page)).toEqual([]);
  const desk = deskCommands(TYPES);
  expect(desk.flatMap(({ keys }) => keys)).toEqual(expect.arrayContaining(['Enter', '9', 'Shift U', 'Esc']));
  expect(sharedKeys(desk)).toEqual([]);
  expect(sharedKeys([...page, ...desk])).toEqual(['?']); // the desk shows its own keys

  expect(agreementCommands()).toEqual([]);
  const ada = [sentence('Nora sails', [{ start: 0, end: 1, type: 'A' }])];
  agreementChanged({ phase: 'done', compared: comparedOf([ada, [sentence('Nora sails')]], TYPES) });
  const deciding = agreementCommands();
  expect(deciding.flatMap(({ keys }) => keys)).toEqual(expect.arrayContaining(['←', 'O']));
  expect(sharedKeys([...page, ...deciding])).toEqual([]);
  draftChanged({ spans: [], selection: atToken(0) });
  const editing = agreementCommands();
  expect(editing.flatMap(({ keys }) => keys)).toEqual(expect.arrayContaining(['←', '9', 'Enter']));
  expect(sharedKeys([...page, ...editing])).toEqual([]);
});
