import { expect, test } from 'vitest';
import { readText, tokensOf } from '../../../../test/helpers/read-text.ts';

test('offsets of mentions with their words are refused, those of tokens are not', () => {
  const mentions = '77\tT1\tGENE\t76\t81\tVarde\n77\tT2\tCHEM\t12\t21\tAda Byrne\n78\tT1\tGENE\t102\t105\tLin\n';
  expect(() => readText(mentions, {}, 'a.tsv')).toThrow(/offsets of mentions with their words in each line, such as 76, 81, Varde/); // prettier-ignore
  const tokens = 'Ada\t0\t3\tB-PER\nleft\t4\t8\tO\nVarde\t9\t14\tB-LOC\n\nBo\t16\t18\tB-PER\nran\t19\t22\tO\n';
  expect(readText(tokens, {}, 'a.tsv').sentences.length).toBe(2);
});

test.each([
  ['each word in one', '<drug>aspirin</drug> <x>left</x>', '<drug>aspirin</drug>', 'DRUG'],
  ['one word', '<drug>aspirin</drug>', '<drug>aspirin</drug>', 'DRUG'],
  ['a sentence', 'He took <drug>aspirin</drug> against <sign>headache</sign> .', '<drug>aspirin</drug>', 'DRUG'],
])('words in elements of other names are refused with the remedy: %s', (_, line, example, type) => {
  for (const lines of [1, 2, 9])
    expect(() => readText(`${line}\n`.repeat(lines), {}, 'a.txt')).toThrow(
      `such as ${example}. If they are entities, rename the elements to a type in capitals, such as <${type}>.`,
    );
});

test('elements that are tokens of a few lines are none around words', () => {
  expect(tokensOf(readText('Ada B-PER\nleft O\n<unk>a</unk> O\n'))).toEqual(['Ada left <unk>a</unk>']);
  expect(() => readText('This is <b>very</b> good .\n', {}, 'a.txt')).toThrow('is running text');
});

test.each([
  [
    'triplets of ASTE',
    "good food .####[([1], [0], 'POS')]\nbad wine .####[([1], [0], 'NEG')]\n",
    'behind ####, which are not read',
  ],
  [
    'triplets of ASTE, and lines without',
    "The food was good .####[([1], [3], 'POS')]\nSo it was .####[]\n",
    'behind ####, which are not read',
  ],
  [
    'a grammar of Chatito',
    "%[greet]('training': '3')\n    ~[hi] @[name?]\n\n~[hi]\n    hi\n    hey\n",
    'is a grammar of Chatito',
  ],
])('%s is refused by its name', (_, text, message) => {
  expect(() => readText(text, {}, 'a.txt')).toThrow(message);
});

test.each([
  [
    'Turtle',
    '@prefix nif: <http://x.org/nif#> .\n\n<http://x.org/d#char=0,4> a nif:Phrase ;\n  nif:anchorOf "Oslo" .\n',
    'a.ttl',
    'linked data',
  ],
  [
    'N-Triples',
    '<http://x.org/a> <http://x.org/b> "Oslo" .\n<http://x.org/c> <http://x.org/b> "Ada" .\n',
    'a.nt',
    'linked data',
  ],
  [
    'SSF',
    '<Sentence id="1">\n1\t((\tNP\t<ne=NEP>\n1.1\tAda\tNNP\n\t))\n2\tleft\tVM\n</Sentence>\n',
    'a.txt',
    'Shakti Standard Format (SSF)',
  ],
  [
    'Rich ERE',
    '<?xml version="1.0"?>\n<deft_ere kit_id="k">\n<entities><entity id="e1" type="PER"><entity_mention noun_type="NAM" offset="0" length="3"><mention_text>Ada</mention_text></entity_mention></entity></entities></deft_ere>\n',
    'a.xml',
    '<deft_ere>',
  ],
])('%s is refused, and named', (_, text, file, name) => {
  expect(() => readText(text, {}, file)).toThrow(name);
});

test('KNP is refused by its name; chunks of CaboCha are left out', () => {
  const knp =
    '# S-ID:1\n* 1D\n+ 1D <NE:PERSON:太郎>\n太郎 たろう 太郎 名詞 6\n* -1D\n+ -1D\n走る はしる 走る 動詞 2\nEOS\n';
  expect(() => readText(knp, {}, 'a.knp')).toThrow('is an analysis of KNP');
  const sentence =
    '* 0 1D 0/1 1.0\n太郎\t名詞,人名,名,*\tB-PERSON\nは\t助詞,*,*,*\tO\n* 1 -1D 0/0 0.0\n走る\t動詞,*,*,*\tO\nEOS\n';
  const corpus = readText(sentence.repeat(4), {}, 'a.txt');
  expect(readText('Ada X B-PER\n+ 5V O\nran X O\n\nBo X B-PER\n').sentences).toHaveLength(2);
  expect([tokensOf(corpus), corpus.question]).toEqual([Array.from({ length: 4 }, () => '太郎 は 走る'), undefined]);
});
