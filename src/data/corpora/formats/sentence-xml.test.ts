import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';

const WORDS = ['Sulin', 'binds', 'to', 'Tarin & Co', 'slowly', 'Lun'];
const NAMES = ['Sulin', 'Tarin & Co', 'Lun'];

interface Sentence {
  words: readonly string[];
}

const escaped = (text: string) => text.replaceAll('&', '&amp;');

function written(sentences: readonly Sentence[], isInclusive: boolean): string {
  const elements = sentences.map(({ words }, s) => {
    const text = words.join(' ');
    const entities = words.flatMap((word, w) => {
      if (!NAMES.includes(word)) return [];
      const start = words.slice(0, w).join(' ').length + (w > 0 ? 1 : 0);
      const end = start + word.length - (isInclusive ? 1 : 0);
      return [`<entity id="s${s}.e${w}" charOffset="${start}-${end}"\n type="drug" text="${escaped(word)}"/>`];
    });
    return `<sentence id="s${s}" text="${escaped(text)}">\n${entities.join('\n')}\n<pair id="p" e1="a" e2="b" ddi="false"/>\n</sentence>`;
  });
  return `<?xml version="1.0"?>\n<document id="d">\n${elements.join('\n')}\n</document>\n`;
}

test('sentences with their texts, and entities whose offsets include their last character or not', () => {
  const sentence = fc.record({ words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }) });
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 4 }), fc.boolean(), (sentences, isInclusive) => {
      const corpus = readText(written(sentences, isInclusive), {}, 'a.xml');
      const names = sentences.flatMap(({ words }) => words.filter((word) => NAMES.includes(word)));
      expect(entitiesOf(corpus)).toEqual(names.map((name) => `drug ${name}`));
      expect(corpus.format).toBe('standOffXml');
      expect(corpus.problems.filter(({ kind }) => kind === 'spans')).toEqual([]);
    }),
  );
});

test('an entity in parts is read from the first to the last, and the file says so', () => {
  const xml = `<corpus><document id="d"><sentence id="s" text="alpha and beta sulin"><entity charOffset="0-4,15-19" type="drug" text="alpha sulin"/><entity charOffset="10-19" type="drug" text="beta sulin"/></sentence></document></corpus>`;
  const corpus = readText(xml, {}, 'a.xml');
  expect(entitiesOf(corpus)).toEqual(['drug alpha and beta sulin']);
  expect(corpus.problems.map(({ message }) => message).join()).toMatch(/discontinuous/);
});

test('a pointer of Git LFS is named as such', () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0a1b\nsize 12\n';
  for (const name of ['a.json', 'a.conll', 'a.csv'])
    expect(() => readText(pointer, {}, name)).toThrow(`${name} is a pointer of Git LFS`);
});
