import { describe, expect, it } from 'vitest';
import { buildVocabulary, UNKNOWN, Vocabulary, type VocabularyOptions } from './vocabulary.ts';

const options: VocabularyOptions = { minFrequency: 1, lowercase: false, digitsToZero: false, maxFormLength: 50 };
const sentences = (...lines: string[]) => lines.map((line) => ({ tokens: line.split(' ') }));
const train = sentences('the cat saw the dog', 'The dog ran', 'cat 1996 zyx');

function build(changes: Partial<VocabularyOptions> = {}, vectors: string[] = [], others = sentences('a kraken ran')) {
  return buildVocabulary({
    train,
    others: [others],
    tags: ['O', 'B-PER'],
    hasVector: (key) => vectors.includes(key),
    options: { ...options, ...changes },
  });
}

describe('buildVocabulary', () => {
  it('orders words by descending frequency, then by first occurrence, after the unknown word', () => {
    const vocabulary = build();
    expect(vocabulary.words).toEqual([UNKNOWN, 'the', 'cat', 'dog', 'saw', 'The', 'ran', '1996', 'zyx']);
    expect(vocabulary.frequencies).toEqual([0, 2, 2, 2, 1, 1, 1, 1, 1]);
    expect(vocabulary.wordRow('dog')).toBe(3);
    expect(vocabulary.wordRow('kraken')).toBe(0);
  });

  it('drops rare words without a vector, and counts their tokens', () => {
    const vocabulary = build({ minFrequency: 2 }, ['zyx']);
    expect(vocabulary.words).toEqual([UNKNOWN, 'the', 'cat', 'dog', 'zyx']);
    expect(vocabulary.frequencies).toEqual([4, 2, 2, 2, 1]);
  });

  it('adds the words of other corpora that have a vector', () => {
    const vocabulary = build({}, ['kraken']);
    expect(vocabulary.words.at(-1)).toBe('kraken');
    expect(vocabulary.frequencies.at(-1)).toBe(0);
    expect(vocabulary.wordRow('a')).toBe(0);
  });

  it('lower-cases words and replaces digits according to the options', () => {
    const vocabulary = build({ lowercase: true, digitsToZero: true });
    expect(vocabulary.wordRow('THE')).toBe(vocabulary.wordRow('the'));
    expect(vocabulary.frequencies[vocabulary.wordRow('the')]).toBe(3);
    expect(vocabulary.wordRow('1234')).toBe(vocabulary.wordRow('1996'));
    expect(vocabulary.characters).toContain('T'); // characters keep their case
    expect(vocabulary.characters).not.toContain('9');
  });

  it('knows the words that occur once', () => {
    const vocabulary = build({}, ['kraken']);
    const names = vocabulary.words.filter((_, row) => vocabulary.isSingleton(row));
    expect(names).toEqual(['saw', 'The', 'ran', '1996', 'zyx']);
  });

  it('does not confuse words with <unk> or with properties of objects', () => {
    const vocabulary = buildVocabulary({
      train: sentences('<unk> constructor __proto__'),
      others: [],
      tags: ['O'],
      hasVector: () => false,
      options,
    });
    expect(vocabulary.words).toEqual([UNKNOWN, 'constructor', '__proto__']);
    expect(vocabulary.frequencies[0]).toBe(1);
    expect(vocabulary.wordRow('toString')).toBe(0);
  });
});

describe('Vocabulary', () => {
  it('round-trips through JSON', () => {
    const vocabulary = build({ lowercase: true }, ['kraken']);
    const copy = new Vocabulary(JSON.parse(JSON.stringify(vocabulary)));
    expect(copy.toJSON()).toEqual(vocabulary.toJSON());
    expect(copy.wordRow('KRAKEN')).toBe(vocabulary.wordRow('kraken'));
  });

  it('returns character ids: by code point, up to the maximum length, at least one', () => {
    const vocabulary = build({ maxFormLength: 3 });
    const id = (character: string) => vocabulary.characters.indexOf(character);
    expect([...vocabulary.characterIdsOf('cat')]).toEqual([id('c'), id('a'), id('t')]);
    expect([...vocabulary.characterIdsOf('dogs')]).toEqual([id('d'), id('o'), id('g')]);
    expect([...vocabulary.characterIdsOf('c😀t')]).toEqual([id('c'), 0, id('t')]);
    expect([...vocabulary.characterIdsOf('')]).toEqual([0]);
  });

  it('looks up typographic punctuation by its plain form, unless it occurs in training', () => {
    const vocabulary = buildVocabulary({
      train: sentences(`' 's " -- - “`),
      others: [],
      tags: ['O'],
      hasVector: () => false,
      options,
    });
    const word = (form: string) => vocabulary.words[vocabulary.wordRow(form)];
    expect(['’', '’s', '”', '“', '—', '‑'].map(word)).toEqual(["'", "'s", '"', '“', '--', '-']);
    const character = (form: string) =>
      Array.from(vocabulary.characterIdsOf(form), (id) => vocabulary.characters[id]).join('');
    expect(character('’s”“—')).toBe(`'s"“-`);
  });

  it('throws for an unknown tag', () => {
    expect(build().tagId('B-PER')).toBe(1);
    expect(() => build().tagId('B-LOC')).toThrow(/no tag B-LOC; its tags are O B-PER/);
  });

  it('appends words without moving rows', () => {
    const vocabulary = build();
    const larger = vocabulary.extend(['kraken', 'dog', 'kraken']);
    expect(larger.words).toEqual([...vocabulary.words, 'kraken']);
    expect(larger.wordRow('kraken')).toBe(vocabulary.words.length);
    expect(vocabulary.wordRow('kraken')).toBe(0);
  });

  it('rejects damaged data', () => {
    const data = build().toJSON();
    expect(
      () => new Vocabulary({ ...data, words: [...data.words, 'cat'], frequencies: [...data.frequencies, 1] }),
    ).toThrow(/contains the word "cat" twice/);
    const changed = (changes: Partial<typeof data>) => () => new Vocabulary({ ...data, ...changes });
    expect(changed({ frequencies: [] })).toThrow(
      /damaged: it has \d+ words and 0 frequencies, expected one per word\. /,
    );
    expect(changed({ words: [], frequencies: [] })).toThrow(/damaged: it has no words\. /);
    expect(changed({ characters: ['a'] })).toThrow(/damaged: its first character is a, expected /);
  });
});
