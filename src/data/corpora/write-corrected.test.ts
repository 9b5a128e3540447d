import { expect, test } from 'vitest';
import { readCorpus } from './read-corpus.ts';
import type { Correction } from './correction.ts';
import { writeCorrected } from './write-corrected.ts';

const PER = (start: number, end: number) => ({ start, end, type: 'PER' });
const LOC = (start: number, end: number) => ({ start, end, type: 'LOC' });

function correctedBytes(
  file: string,
  bytes: Uint8Array<ArrayBuffer>,
  corrections: readonly [number, Correction][],
): Uint8Array {
  const { parts } = writeCorrected(bytes, readCorpus(file, bytes), new Map(corrections));
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function corrected(file: string, text: string, corrections: readonly [number, Correction][]): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    correctedBytes(file, new TextEncoder().encode(text), corrections),
  );
}

/** The spans of each sentence, read from a corrected file. */
function spansAfter(file: string, text: string, corrections: readonly [number, Correction][]) {
  return readCorpus(file, new TextEncoder().encode(corrected(file, text, corrections))).sentences.map(
    ({ spans }) => spans,
  );
}

const IOB1 = `-DOCSTART- -X- O O\r
\r
# a comment\r
Mira  NNP x I-PER\r
Holt  NNP x O\r
left  VBD x O\r
\r
Oslo  NNP x I-LOC\r
won   VBD x O\r
\r
-DOCSTART- -X- O O\r
\r
Tom   NNP x I-PER\r
sang  VBD x O\r
`;

test('without corrections a file stays as it is', () => {
  const others = ['a\tO\nb\tB-X\n\nc\tO', 'word,tag\nOslo,B-LOC\n"a,b",O\n', '{"tokens": ["a"], "ner_tags": ["O"]}\n'];
  expect(corrected('a.conll', IOB1, [])).toBe(IOB1);
  for (const text of others) expect(corrected('a.txt', text, [])).toBe(text);
});

test('only tags change, in the style of the file', () => {
  const expected = IOB1.replace('Holt  NNP x O', 'Holt  NNP x I-PER').replace('Oslo  NNP x I-LOC', 'Oslo  NNP x O');
  expect(corrected('a.conll', IOB1, [[0, { spans: [PER(0, 2)] }], [1, { spans: [] }]])).toBe(expected); // prettier-ignore
  const adjacent = 'Ada x I-PER\nTom x I-PER\nleft x O\n\nAda x I-PER\nB x B-PER\n';
  expect(corrected('a.conll', adjacent, [[0, { spans: [PER(0, 1), PER(1, 2)] }]])).toBe(
    adjacent.replace('Tom x I-PER', 'Tom x B-PER'),
  );
});

test('tags that have nothing to do with a correction stay as they are written', () => {
  const text = 'Oslo\tI-LOC\nand\t?\nMira\tO\nBonn\tB-LOC\n\nAda\tB-PER\nLo\tI-PER\n';
  expect(corrected('a.tsv', text, [[0, { spans: [LOC(0, 1), PER(2, 3), LOC(3, 4)] }]])).toBe(
    text.replace('Mira\tO', 'Mira\tB-PER'),
  );
});

test('an excluded sentence leaves with the blank line after it', () => {
  const expected = IOB1.replace('Oslo  NNP x I-LOC\r\nwon   VBD x O\r\n\r\n', '');
  expect(corrected('a.conll', IOB1, [[1, 'excluded']])).toBe(expected);
});

test('tabs, commas and CoNLL-U', () => {
  expect(corrected('a.tsv', 'a b\tO\nc\tB-PER \n', [[0, { spans: [PER(0, 1)] }]])).toBe('a b\tB-PER\nc\tO \n');
  const csv = 'word,tag,"pos"\nMira,B-PER,"x"\n"a,b", O ,""\n"c" ;,"O",\n';
  expect(corrected('a.csv', csv, [[0, { spans: [PER(0, 3)] }]])).toBe(
    'word,tag,"pos"\nMira,B-PER,"x"\n"a,b", I-PER ,""\n"c" ;,"I-PER",\n',
  );
});

test('CoNLL-U: an excluded sentence leaves with its comments; a column of tags', () => {
  const sentence = (form: string, tag: string) =>
    `# text = ${form}\n1-2\t${form}\t_\t_\t_\t_\t_\t_\t_\t_\n1\t${form}\t_\tX\t${tag}\t_\t0\t_\t_\t_\n\n`;
  const text = sentence('a', 'B-PER') + sentence('b', 'O') + sentence('c', 'O');
  const bytes = new TextEncoder().encode(text);
  const corpus = readCorpus('a.conllu', bytes, { tagColumn: 4 });
  const { parts } = writeCorrected(bytes, corpus, new Map<number, Correction>([[1, 'excluded'], [2, { spans: [PER(0, 1)] }]])); // prettier-ignore
  expect(new TextDecoder().decode(Uint8Array.from(parts.flatMap((part) => [...part])))).toBe(
    sentence('a', 'B-PER') + sentence('c', 'B-PER'),
  );
});

test('encodings, byte order marks and lines that end with CR', () => {
  const first = (spans: Correction): [number, Correction][] => [[0, spans]];
  const isPer = first({ spans: [PER(0, 1)] });
  expect(corrected('a.tsv', '\uFEFFa\tO\nb\tB-PER\n', isPer)).toBe('\uFEFFa\tB-PER\nb\tO\n');
  expect(corrected('a.tsv', 'a\tO\rb\tB-PER\r', isPer)).toBe('a\tB-PER\rb\tO\r');
  const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  expect(correctedBytes('a.tsv', latin('M\u00fc\tO\n\u00e9\tB-PER\n\n\u00e8\tO\n'), isPer)).toEqual(
    latin('M\u00fc\tB-PER\n\u00e9\tO\n\n\u00e8\tO\n'),
  );
  const wide = (text: string) =>
    new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (character) => character.charCodeAt(0)).buffer);
  expect(correctedBytes('a.tsv', wide('a\tO\nb\tB-PER\n'), isPer)).toEqual(wide('a\tB-PER\nb\tO\n'));
});

test('JSON lines with tags in words', () => {
  const lines =
    '{"id": 7,  "tokens": ["Mira", "left"], "ner_tags": ["O", "O"]}\n{"tokens": ["b"], "ner_tags": ["B-PER"]}\n';
  const [first, second] = lines.split('\n');
  expect(corrected('a.jsonl', lines, [[0, { spans: [PER(0, 1)] }]])).toBe(
    lines.replace('["O", "O"]', '["B-PER", "O"]'),
  );
  expect(corrected('a.jsonl', lines, [[1, 'excluded']])).toBe(`${first}\n`);
  const twice = `${second}\n${second}\n`;
  expect(corrected('a.jsonl', twice, [[1, { spans: [] }]])).toBe(`${second}\n${second!.replace('B-PER', 'O')}\n`);
});

test('JSON with numbers as tags, with tagged tokens, and in one array', () => {
  const numbers = '{"label_names": ["O", "B-PER"]}\r\n{"tokens": ["a", "b"], "tags": [1, 0]}\r\n';
  expect(corrected('a.jsonl', numbers, [[0, { spans: [PER(1, 2)] }]])).toBe(numbers.replace('[1, 0]', '[0, 1]'));
  expect(() => corrected('a.jsonl', numbers, [[0, { spans: [PER(0, 2)] }]])).toThrow(/lack I-PER.*label_names/);
  const byField = numbers.replace('["O", "B-PER"]', '{"tags": ["O", "B-PER"]}');
  expect(corrected('a.jsonl', byField, [[0, { spans: [PER(1, 2)] }]])).toBe(byField.replace('[1, 0]', '[0, 1]'));
  const tagged = '{"tokens":[{"text":"a","tag":"O"},{"text":"b","tag":"B-PER"}]}\n';
  expect(corrected('a.jsonl', tagged, [[0, { spans: [PER(0, 2)] }]])).toBe(
    '{"tokens":[{"text":"a","tag":"B-PER"},{"text":"b","tag":"I-PER"}]}\n',
  );
  const item = (tag: string) => `{\n    "tokens": ["a"],\n    "tags": ["${tag}"]\n  }`;
  const array = (...tags: string[]) => `[\n  ${tags.map(item).join(',\n  ')}\n]\n`;
  expect(corrected('a.json', array('O', 'B-PER'), [[0, { spans: [PER(0, 1)] }]])).toBe(array('B-PER', 'B-PER'));
  expect(corrected('a.json', array('O', 'B-PER', 'O'), [[1, 'excluded']])).toBe(array('O', 'O'));
  expect(corrected('a.json', array('O', 'B-PER', 'O'), [[1, 'excluded'], [2, 'excluded']])).toBe(array('O')); // prettier-ignore
});

test('texts with spans as doccano writes them', () => {
  const other = '{"id": 2, "text": "Bonn.", "label": [[0, 4, "LOC"]], "Comments": []}\n';
  const line = (label: string) =>
    `{"id": 1, "text": "😀 Mira Holt left Oslo.", "label": ${label}, "Comments": ["ü"]}\n`;
  const text = line('[[2, 6, "PER"], [17, 21, "LOC"]]') + other;
  const of = (label: string) => line(label) + other;
  const fix = (spans: readonly ReturnType<typeof PER>[]) => corrected('a.jsonl', text, [[0, { spans }]]);
  const tokens = readCorpus('a.jsonl', new TextEncoder().encode(text)).sentences[0]!.tokens;
  const [mira, oslo] = [tokens.indexOf('Mira'), tokens.indexOf('Oslo')];
  expect(fix([PER(mira, mira + 2), LOC(oslo, oslo + 1)])).toBe(of('[[2, 11, "PER"], [17, 21, "LOC"]]')); // boundary
  expect(fix([PER(mira, mira + 1), PER(oslo, oslo + 1)])).toBe(of('[[2, 6, "PER"], [17, 21, "PER"]]')); // type
  expect(fix([LOC(oslo, oslo + 1)])).toBe(of('[[17, 21, "LOC"]]')); // spurious
  expect(fix([])).toBe(of('[]'));
  expect(fix([PER(mira, mira + 1), PER(mira + 1, mira + 2), LOC(oslo, oslo + 1)])).toBe(
    of('[[2, 6, "PER"], [7, 11, "PER"], [17, 21, "LOC"]]'), // missed
  );
  expect(corrected('a.jsonl', text, [[0, 'excluded']])).toBe(other);
});

test('spans as Prodigy, doccano with relations and Label Studio write them', () => {
  const prodigy = (spans: string) =>
    `{"text":"Mira Holt left.","tokens":[{"text":"Mira","start":0,"end":4,"id":0},{"text":"Holt","start":5,"end":9,"id":1},{"text":"left.","start":10,"end":15,"id":2}],"spans":${spans},"answer":"accept"}\n`;
  expect(
    corrected('a.jsonl', prodigy('[{"start":0,"end":4,"token_start":0,"token_end":0,"label":"PER"}]'), [[0, { spans: [PER(0, 2)] }]]), // prettier-ignore
  ).toBe(prodigy('[{"start":0,"end":9,"token_start":0,"token_end":1,"label":"PER"}]'));

  const doccano = (entities: string) => `{"id":1,"text":"Mira left Oslo.","entities":${entities},"relations":[]}\n`;
  const mira = '{"id":31,"label":"PER","start_offset":0,"end_offset":4}';
  expect(corrected('a.jsonl', doccano(`[${mira}]`), [[0, { spans: [PER(0, 1), LOC(2, 3)] }]])).toBe(
    doccano(`[${mira},{"id":32,"label":"LOC","start_offset":10,"end_offset":14}]`),
  );

  const region = (id: string, from: number, to: number, of: string, type: string) =>
    `{"id": "${id}", "from_name": "ner", "to_name": "t", "type": "labels", "value": {"start": ${from}, "end": ${to}, "text": "${of}", "labels": ["${type}"]}}`;
  const task = (...regions: string[]) =>
    `[{"id": 4, "data": {"text": "Mira Holt left Oslo."}, "annotations": [{"was_cancelled": true, "result": []}, {"result": [${regions.join(', ')}]}], "predictions": []}]\n`;
  const before = task(region('a', 0, 4, 'Mira', 'PER'), '{"type": "choices", "value": {"choices": ["x"]}}');
  const after = task(
    region('a', 0, 9, 'Mira Holt', 'PER'),
    '{"type": "choices", "value": {"choices": ["x"]}}',
    region('fix-1', 15, 19, 'Oslo', 'LOC'),
  );
  expect(corrected('a.json', before, [[0, { spans: [PER(0, 2), LOC(3, 4)] }]])).toBe(after);
});

test('spans that overlapped a longer one do not come to light', () => {
  const text = '{"text": "New York won.", "label": [[0, 8, "LOC"], [4, 8, "PER"]]}\n';
  expect(spansAfter('a.jsonl', text, [])).toEqual([[LOC(0, 2)]]);
  expect(spansAfter('a.jsonl', text, [[0, { spans: [] }]])).toEqual([[]]);
});

test('one of several sentences of a text', () => {
  const text = '{"text": "Mira left. Tom sang. Ada won.", "label": [[0, 4, "PER"]]}\n';
  const read = spansAfter('a.jsonl', text, [[1, { spans: [PER(0, 1)] }], [2, { spans: [PER(0, 1)] }]]); // prettier-ignore
  expect(read).toEqual([[PER(0, 1)], [PER(0, 1)], [PER(0, 1)]]);
});

test('names', () => {
  const bytes = new TextEncoder().encode('Mira B-PER\n');
  const nameOf = (file: string) => writeCorrected(bytes, readCorpus(file, bytes), new Map()).name;
  expect([nameOf('town.conll'), nameOf('town')]).toEqual(['town.corrected.conll', 'town.corrected']);
});
