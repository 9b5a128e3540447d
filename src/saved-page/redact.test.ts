import { expect, test } from 'vitest';
import { Pseudonyms } from '../documents/redaction/pseudonyms.ts';
import { redact, type Found } from './redact.ts';

/** Entities in brackets, type first. */
function marked(text: string): { text: string; entities: Found[] } {
  const entities: Found[] = [];
  let plain = '';
  for (const [, type, name, between] of text.matchAll(/\[(\w+) ([^\]]+)\]|([^[]+)/g)) {
    if (type !== undefined) {
      entities.push({ type, text: name!, start: plain.length, end: plain.length + name!.length, probability: 1 });
    }
    plain += name ?? between!;
  }
  return { text: plain, entities };
}

const { text, entities } = marked(
  '[PER Angela Merkel] met [PER Ada Vale] in [LOC Berlin]. [PER Merkel] left [LOC berlin] 🦦.',
);

test('replaces entities by their types', () => {
  expect(redact(text, entities, 'types', new Pseudonyms())).toBe('[PER] met [PER] in [LOC]. [PER] left [LOC] 🦦.');
});

test('replaces equal names by equal pseudonyms, and a surname by the pseudonym of the only person with it', () => {
  expect(redact(text, entities, 'pseudonyms', new Pseudonyms())).toBe(
    '[PER 1] met [PER 2] in [LOC 1]. [PER 1] left [LOC 1] 🦦.',
  );
});

test('a surname of two persons has its own pseudonym; surnames apply only to persons', () => {
  const two = marked('[PER Ada Vale] and [PER Mio Vale], then [PER Vale]. [LOC New York], [LOC York].');
  expect(redact(two.text, two.entities, 'pseudonyms', new Pseudonyms())).toBe(
    '[PER 1] and [PER 2], then [PER 3]. [LOC 1], [LOC 2].',
  );
});

test('pseudonyms are the same across documents', () => {
  const pseudonyms = new Pseudonyms();
  redact(text, entities, 'pseudonyms', pseudonyms);
  const other = marked('[PER ADA  VALE]');
  expect(redact(other.text, other.entities, 'pseudonyms', pseudonyms)).toBe('[PER 2]');
});

test('a text without entities, and the view of marks, are unchanged', () => {
  expect(redact('Nobody.', [], 'types', new Pseudonyms())).toBe('Nobody.');
  expect(redact(text, entities, 'marks', new Pseudonyms())).toBe(text);
});
