import { expect, test } from 'vitest';
import { legacyEncoder } from '../files/legacy-encodings.ts';
import { looksLikeNames } from './looks-like-names.ts';

const isList = (file: string, text: string) => looksLikeNames(file, new TextEncoder().encode(text));

test.each([
  ['towns.txt', 'Norrby\nOld Norrby\nSt. John’s\nWeir\n'],
  ['drug-names.txt', 'aspirin\nacetylsalicylic acid\nibuprofen\n'],
  ['a.csv', 'name,type\nNorrby,LOC\n'],
  ['a.tsv', 'Name\nNorrby\n'],
  ['a.txt', 'Bank of England\nIsle of Man\nUniversity of the West of England\n'],
  ['towns.txt', '- Norrby\n- Old Norrby\n- Weir\n'],
  ['towns.txt', '* Norrby\n* Old Norrby\n* Weir\n'],
  ['drug-names.md', '# Drugs\n\n- aspirin\n- ibuprofen\n- acetylsalicylic acid\n'],
  ['a.yaml', 'LOC:\n  - Norrby\n  - Old Norrby\nPER:\n  - Ada Vale\n'],
  ['a.yml', '---\n- Norrby\n- "Old Norrby"\n- Weir\n'],
  ['a.txt', 'LOC:\n- Norrby\n- Old Norrby\nPER:\n- Ada Vale\n'],
  ['people.txt', '# of the village\nAda Vale\nMio Bell\nIvo Lund\nNora Field\n'],
])('%s is a list of names: %j', (file, text) => {
  expect(isList(file, text)).toBe(true);
});

test.each([
  ['a corpus without names of columns', 'a.txt', 'Ada B-PER\nlives O\nin O\nNorrby B-LOC\n'],
  [
    'a corpus of capitals',
    'a.txt',
    'Ada B-PER\nVale I-PER\nOld B-LOC\nNorrby I-LOC\nMio B-PER\nBell I-PER\nEast B-LOC\nWeir I-LOC\nIvo B-PER\nLund I-PER\nNew B-LOC\nWestmark I-LOC\nNora B-PER\nField I-PER\n',
  ],
  ['tokens without tags', 'a.txt', 'Ada\nlives\nin\nNorrby\n.\n\nMio\nleft\n.\n'],
  ['running text', 'a.txt', 'Ada lives in Norrby.\nMio left Norrby last May.\nOld Weir is quiet.\n'],
  [
    'a text of long lines',
    'a.txt',
    'Ada Vale lives in Norrby with her old otter\nMio Bell left for Weir in the last week of May\nIvo stays and waits for all of them to return\n',
  ],
  ['sentences without full stops', 'a.txt', 'Ada lives in Norrby\nMio left Lund in May\nIvo went to Weir\n'],
  ['a list of things to do', 'a.txt', '- buy milk\n- call Ada\n- go to Norrby\n'],
  ['sentences with bullets', 'a.txt', '- Ada lives in Norrby.\n- Mio left Lund in May.\n- Ivo went to Weir.\n'],
  ['other YAML', 'a.yml', 'version: 2\nnlu:\n- intent: greet\n'],
  ['YAML of objects', 'a.yml', '- name: Ada\n- name: Mio\n- name: Ivo\n'],
  ['a document in Markdown', 'a.md', '# Ada\n\nMio lives in Norrby.\n\n- Weir\n- Lund\n- Oslo\n'],
  ['a Markdown file of items', 'plan.md', '- Budget\n- Hiring\n- Roadmap\n'],
  ['tasks in Markdown', 'names.md', '- [ ] Ada\n- [x] Mio\n- [ ] Ivo\n'],
  ['another extension', 'a.conll', 'Norrby\nOld Norrby\nWeir\n'],
  ['a table of tokens', 'a.csv', 'token,tag\nAda,B-PER\n'],
  ['a table of texts', 'a.csv', 'name,text,label\nx,Ada lives,1\n'],
  ['a sentence with an index', 'a.txt', '1 Mira NNP B-PER\n2 Left VBD O\n3 . . O\n'],
  ['a sentence with a header', 'a.txt', 'Word,Tag\nMira,B-PER\nLeft,O\n.,O\n'],
  ['two lines', 'a.txt', 'Ada\nMio\n'],
])('%s is not', (_, file, text) => {
  expect(isList(file, text)).toBe(false);
});

test.each([
  ['windows-1250', 'Łukasz Żak\nŚwiątek Ewa\nGrażyna Wójcik\nŹródło\n'],
  ['windows-1251', 'Иванов Пётр\nМосква\nПетрова Анна\n'],
  ['windows-1252', 'Ángel Núñez\nÁvila\nÉvora\n'],
  ['shift_jis', '田中 さん\nトヨタ\nソニー\n'],
] as const)('a list in %s', (encoding, text) => {
  expect(looksLikeNames('people.txt', legacyEncoder(encoding)(text))).toBe(true);
  expect(looksLikeNames('a.txt', legacyEncoder(encoding)(text))).toBe(isList('a.txt', text));
});

test('tables of tokens are not lists', () => {
  const rows = ['B-PER,1,Ada', 'I-PER,1,Brandt', 'O,1,Left', 'O,2,Then', 'B-LOC,2,Lund', 'O,2,Slept'];
  for (const separator of [',', ';', '|', ' '])
    expect(isList('town.txt', rows.join('\n').replaceAll(',', separator))).toBe(false);
  expect(isList('people.txt', 'Vale, Ada\nBrandt, Mio\nOkafor, Ines\nHolt, Mira\nVale, Tom\n')).toBe(true);
  expect(isList('people.txt', 'Ada Vale\nMio Brandt\nAda Okafor\nAda Holt\nTom Vale\n')).toBe(true);
});
