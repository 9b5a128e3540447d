import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSetAside } from '../queue/evaluation-set.ts';
import { exportSentences, EXPORT_EXTENSIONS, type ExportFormat } from './export-set.ts';
import { importTexts } from './import-texts.ts';
import type { NewSentence } from '../sets/set.ts';
import { packSentences, unpackSentences } from '../sets/packed-sentences.ts';
import { sentence, setOf } from '../testing.ts';

const read = (file: string, text: string) => importTexts(file, new TextEncoder().encode(text));
const jsonl = (...records: unknown[]) =>
  read(
    'export.jsonl',
    records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n'),
  );

/** The tokens of a sentence, with its spans in brackets, and its state. */
function shown({ tokens, spans, state }: NewSentence): string {
  const words = tokens.map((token, i) => {
    const begins = spans.find(({ start }) => start === i);
    const ends = spans.some(({ end }) => end === i + 1);
    return `${begins ? `[${begins.type} ` : ''}${token}${ends ? ']' : ''}`;
  });
  return `${words.join(' ')} (${state})`;
}

describe('text', () => {
  test('is split into sentences, which keep their characters and lines', () => {
    const { sentences, problems } = read('letter.txt', 'Nora sails  to Westmark. She stays.\n\nIvo waits.\n');
    expect(problems).toEqual([]);
    expect(sentences.map(({ text, source }) => [text, source.line])).toEqual([
      ['Nora sails  to Westmark.', 1],
      ['She stays.', 1],
      ['Ivo waits.', 3],
    ]);
    expect(sentences[0]!.offsets).toEqual([
      { start: 0, end: 4 },
      { start: 5, end: 10 },
      { start: 12, end: 14 },
      { start: 15, end: 23 },
      { start: 23, end: 24 },
    ]);
  });

  test('of short lines that look like columns is text if the file name is that of a text', () => {
    expect(read('short.txt', 'hello world\nbye moon\n').sentences.map(({ text }) => text)).toEqual([
      'hello world',
      'bye moon',
    ]);
  });

  test('that is empty is an error', () => {
    expect(() => read('empty.txt', ' \n')).toThrow('Found no text to annotate in empty.txt.');
  });
});

describe('texts with a class are imported as texts', () => {
  const CLASSES = [
    { text: 'Nora sails. Ivo stays.', label: 'pos' },
    { text: 'Mina waits here.', label: 'neg' },
  ];
  const SHOWN = ['Nora sails . (open)', 'Ivo stays . (open)', 'Mina waits here . (open)'];

  test.each([
    ['CSV', 'a.csv', `text,label\n${CLASSES.map(({ text, label }) => `${text},${label}\n`).join('')}`],
    ['TSV', 'a.tsv', `label\ttext\n${CLASSES.map(({ text, label }) => `${label}\t${text}\n`).join('')}`],
    ['JSON lines', 'a.jsonl', CLASSES.map((value) => JSON.stringify(value)).join('\n')],
    ['fastText', 'a.txt', CLASSES.map(({ text, label }) => `__label__${label} ${text}\n`).join('')],
  ])('%s', (_, file, text) => {
    const { sentences } = read(file, text);
    expect(sentences.map(shown)).toEqual(SHOWN);
    expect(sentences.map(({ source }) => source.document)).toEqual([0, 0, 1]);
  });
});

test.each([
  ['a recipe', 'cups of NN chopped onions', (i: number) => `${1 + (i % 3)}`],
  ['questions with classes', 'What NN is it ?', (i: number) => ['DESC:def', 'HUM:ind'][i % 2]!],
])('of running text, no first word is left out as a class: %s', (_, pattern, first) => {
  const lines = Array.from({ length: 60 }, (__, i) => `${first(i)} ${pattern.replace('NN', 'very '.repeat(i % 4))}.`);
  const tokens = read('a.txt', lines.join('\n')).sentences.map(({ tokens: own }) => own.join(' '));
  expect(tokens.join('').replace(/\s/g, '')).toBe(lines.join('').replace(/\s/g, ''));
});

test('of a table without a header, it is said which columns are left out', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `${['HAMLET', 'OPHELIA'][i % 2]}\tMy lord said it ${i} times.`);
  const { sentences, problems } = read('a.txt', lines.join('\n'));
  expect(sentences[0]!.text).toBe('My lord said it 0 times.');
  expect(problems.map(({ message }) => message)).toContain('The columns have no names. Only column 2 is read as text; column 1 is not.'); // prettier-ignore
});

test.each([
  ['Python', 'import os\nDATA = [1, 2, 3]\n\ndef main():\n    for x in DATA:\n        print(x)\n'],
  ['Python with data', 'TRAIN_DATA = [("Ada left", {"entities": [(0, 3, "PER")]})]\nprint(len(TRAIN_DATA))\n'],
  ['JavaScript', 'function main() {\n  const x = [1, 2];\n  console.log(x);\n}\n'],
  ['C', '#include <stdio.h>\n\nint main(void) {\n  return 0;\n}\n'],
  ['SQL', 'SELECT a, b\nFROM t\nWHERE a = 1;\n\nDELETE FROM t;\n'],
  ['HTML in a text', '<?xml version="1.0"?>\n<p>Ada left.</p>\n'],
  ['words with types in brackets', 'Ada[PER] left Oslo[LOC] .\nBo[PER] left Rome[LOC] .\n'],
  ['settings', 'HOME=/root\nLANG=C\n\n[main]\nPATH = /bin\n'],
])('a text of %s loses nothing, whatever lines look like', (_, text) => {
  for (const name of ['a.txt', 'a.log']) {
    const words = read(name, text).sentences.flatMap(({ tokens }) => tokens);
    expect(words.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  }
});

test('lines with marks that may be links are texts', () => {
  const { sentences } = read('a.txt', 'See [home](index) or [us](about).\nGo [back](index) or [on](about).\n');
  expect(sentences.flatMap(({ spans }) => spans)).toEqual([]);
  expect(sentences.map(({ text }) => text).join(' ')).toContain('[home](index)');
});

describe('tables of texts', () => {
  test.each([
    ['CSV', 'reviews.csv', 'id,date,text\n7,2024-01-02,"Nora sails. Ivo stays."\n9,2024-01-03,Mina waits here.\n'],
    [
      'JSON with a name of its own',
      'reviews.jsonl',
      '{"id":7,"body":"Nora sails. Ivo stays."}\n{"id":9,"body":"Mina waits here."}\n',
    ],
  ])('%s: the texts, not the header and ids; each record is a document', (_, file, text) => {
    const { sentences } = read(file, text);
    expect(sentences.map(({ tokens }) => tokens.join(' '))).toEqual([
      'Nora sails .',
      'Ivo stays .',
      'Mina waits here .',
    ]);
    expect(sentences.map(({ source: { document, line } }) => [document, line])).toEqual([
      [0, 1],
      [0, 1],
      [1, 2],
    ]);
  });
});

describe('corpora', () => {
  test('without tags are open', () => {
    expect(read('own.conll', 'Nora\nsails\n\nIvo\n').sentences.map(shown)).toEqual(['Nora sails (open)', 'Ivo (open)']);
  });

  test('with tags are accepted', () => {
    const text = 'Nora B-PER\nsails O\n\nIvo B-PER\n';
    expect(read('own.conll', text).sentences.map(shown)).toEqual([
      '[PER Nora] sails (accepted)',
      '[PER Ivo] (accepted)',
    ]);
  });

  test('of tokens in JSON', () => {
    const { sentences } = jsonl({ tokens: ['Nora', 'sails'], tags: ['B-PER', 'O'] }, { tokens: ['Ivo'] });
    expect(sentences.map(shown)).toEqual(['[PER Nora] sails (accepted)', 'Ivo (open)']);
  });
});

describe('half-finished exports of', () => {
  test('doccano: a text without labels is open', () => {
    const { sentences } = jsonl(
      { id: 1, text: 'Nora sails.', label: [[0, 4, 'PER']] },
      { id: 2, text: 'Ivo.', label: [] },
    );
    expect(sentences.map(shown)).toEqual(['[PER Nora] sails . (accepted)', 'Ivo . (open)']);
  });

  test('Label Studio: annotated, cancelled, and only predicted', () => {
    const result = [{ type: 'labels', value: { start: 0, end: 4, labels: ['PER'] } }];
    const { sentences } = jsonl(
      { data: { text: 'Nora sails.' }, annotations: [{ result }] },
      { data: { text: 'Ivo sails.' }, annotations: [{ was_cancelled: true, result: [] }] },
      { data: { text: 'Mina sails.' }, annotations: [], predictions: [{ result }] },
      { data: { text: 'All stay.' }, annotations: [{ result: [] }] },
    );
    expect(sentences.map(shown)).toEqual([
      '[PER Nora] sails . (accepted)',
      'Ivo sails . (skipped)',
      'Mina sails . (open)',
      'All stay . (accepted)',
    ]);
  });

  test('Label Studio: predictions become suggestions for open sentences, with their types', () => {
    const region = (start: number, end: number, label: string, score?: number) => {
      return { type: 'labels', score, value: { start, end, labels: [label] } };
    };
    const predictions = [
      { result: [region(0, 4, 'ORG')] },
      { result: [region(8, 15, 'SHIP', 0.75), region(0, 4, 'PER')] },
    ];
    const { sentences, problems } = jsonl(
      { data: { text: '😀 Ivo saw Aldport. Nora Field.' }, predictions: [{ result: [region(11, 18, 'SHIP', 0.75)] }] },
      { data: { text: 'Nora at Aldport.' }, annotations: [], predictions },
      { data: { text: 'Nora.' }, annotations: [{ result: [] }], predictions },
    );
    expect(problems).toEqual([]);
    expect(sentences.map(({ spans, predicted, state }) => [spans, predicted, state])).toEqual([
      [[], [{ start: 3, end: 4, type: 'SHIP', probability: 0.75 }], 'open'],
      [[], undefined, 'open'],
      [[], [{ start: 0, end: 1, type: 'PER' }, { start: 2, end: 3, type: 'SHIP', probability: 0.75 }], 'open'],
      [[], undefined, 'accepted'],
    ]); // prettier-ignore
    expect([...unpackSentences(packSentences(sentences))]).toEqual(sentences);
    expect(setOf(sentences).types.map(({ name }) => name)).toContain('SHIP');
  });

  test('Prodigy: its tokens, and only what was accepted', () => {
    const tokens = [
      { text: 'Nora', start: 0, end: 4, id: 0 },
      { text: 'sails.', start: 5, end: 11, id: 1 },
    ];
    const record = { text: 'Nora sails.', tokens, spans: [{ start: 0, end: 4, label: 'PER' }] };
    const answers = ['accept', 'reject', 'ignore'].map((answer) => ({ ...record, answer }));
    expect(jsonl(...answers).sentences.map(shown)).toEqual([
      '[PER Nora] sails. (accepted)',
      'Nora sails. (open)',
      '[PER Nora] sails. (skipped)',
    ]);
  });

  test('a span inside a token cuts the token', () => {
    const { sentences, problems } = jsonl({ text: 'The Westmark-Aldport line', label: [[4, 12, 'LOC']] });
    expect(sentences.map(shown)).toEqual(['The [LOC Westmark] -Aldport line (accepted)']);
    expect(problems).toEqual([]);
  });

  test('a record that cannot be used is listed with its line, and the rest is imported', () => {
    const { sentences, problems } = jsonl(
      { text: 'Nora sails.', label: [[0, 4, 'PER']] },
      '{"text": "Ivo',
      { label: [] },
      { text: 'Ivo sails.', label: [[0, 99, 'PER']] },
      { text: 'Mina.', label: ['PER'] },
    );
    expect(sentences.map(shown)).toEqual(['[PER Nora] sails . (accepted)', 'Ivo sails . (accepted)']);
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
  });
});

describe('a round trip through an export keeps everything:', () => {
  const text = fc.constantFrom('Nora', 'sails', '😀', 'U.S.', 'don', '.', 'Westmark-', 'أحمد', '"');
  const someSentence = fc
    .record({
      words: fc.array(text, { minLength: 1, maxLength: 6 }),
      from: fc.nat(5),
      to: fc.nat(5),
      state: fc.constantFrom('open' as const, 'accepted' as const, 'skipped' as const, 'flagged' as const),
    })
    .map(({ words, from, to, state }) => {
      const [start, end] = [Math.min(from, to), Math.max(from, to)];
      const spans = start < end && end <= words.length ? [{ start, end, type: 'PER' }] : [];
      const probability = from === 1 ? undefined : 0.5;
      const isPredicted = state === 'open' && spans.length === 0 && words.length > 1;
      const predicted = [{ start: 1, end: 2, type: 'ORG', probability }];
      const refused = from > to ? [{ start: 0, end: 1, type: 'LOC' }] : [];
      return { ...sentence(words.join(' '), spans, state), refused, ...(isPredicted && { predicted }) };
    });

  test.each<ExportFormat>(['spans', 'doccano', 'label-studio'])('%s', (format) => {
    fc.assert(
      fc.property(fc.array(someSentence, { minLength: 1, maxLength: 5 }), (sentences) => {
        const set = setOf(sentences);
        const file = `set${EXPORT_EXTENSIONS[format]}`;
        const imported = read(file, exportSentences(set.sentences, format)).sentences;
        const again = setOf([...unpackSentences(packSentences(imported))]);
        expect(again).toEqual(set);
      }),
    );
  });

  test.each<ExportFormat>(['spans', 'doccano', 'label-studio'])(
    '%s names the role of sentences set aside',
    (format) => {
      const texts = Array.from({ length: 100 }, (_, i) => `Nora sails ${i}`);
      const { sentences } = setOf(texts.map((text) => sentence(text, [], 'accepted')));
      const lines = exportSentences(sentences, format).split('\n').filter((line) => line.startsWith('{')); // prettier-ignore
      const named = lines.flatMap((line, i) => (line.includes('"role":"evaluation"') ? [texts[i]] : []));
      expect(named).toEqual(texts.filter((text) => isSetAside(text.split(' '))));
      expect(named.length).toBeGreaterThan(0);
    },
  );

  test('conll', () => {
    const accepted = sentence('Nora Field sails', [{ start: 0, end: 2, type: 'PER' }], 'accepted');
    const { sentences } = read('set.conll', exportSentences(setOf([accepted]).sentences, 'conll'));
    expect(sentences.map(shown)).toEqual(['[PER Nora Field] sails (accepted)']);
  });

  test('conll, with its documents', () => {
    const inDocument = (text: string, document: number): NewSentence => {
      const written = sentence(text, [{ start: 0, end: 1, type: 'PER' }], 'accepted');
      return { ...written, source: { ...written.source, document } };
    };
    const set = setOf([inDocument('Nora sails', 0), inDocument('Ivo stays', 0), inDocument('Mina waits', 1)]);
    const { sentences } = read('set.conll', exportSentences(set.sentences, 'conll'));
    expect(sentences.map(shown)).toEqual(set.sentences.map(shown));
    expect(sentences.map(({ source }) => source.document)).toEqual([0, 0, 1]);
  });
});

test('a table of texts of equally many words is split at its commas, not at spaces', () => {
  const rows = Array.from({ length: 20 }, (_, i) => `${i},2026-03-01,"Mira wrote from Oslo, again.",en\n`);
  const { sentences } = importTexts('a.csv', new TextEncoder().encode(`id,created_at,text,lang\n${rows.join('')}`));
  expect(sentences.map(({ text }) => text)).toEqual(rows.map(() => 'Mira wrote from Oslo, again.'));
});

test('a table in which several fields could be the text says which was taken; a choice is kept to', () => {
  const rows = 'id,subject,text\n7,News of the harbour,Mira left Oslo today.\n9,Nothing new at all,It rained.\n';
  const read = (textFields?: string[]) => importTexts('mail.csv', new TextEncoder().encode(rows), textFields);
  expect(read().sentences.map(({ text }) => text)).toEqual(['Mira left Oslo today.', 'It rained.']);
  expect(read().problems).toMatchObject([
    { line: 0, message: expect.stringMatching(/subject could be texts, too\./) as string },
  ]);
  const chosen = read(['subject']);
  expect(chosen.sentences.map(({ text, source }) => [text, source.document])).toEqual([
    ['News of the harbour', 0],
    ['Nothing new at all', 1],
  ]);
  expect(chosen.problems).toEqual([]);
});

test.each(['txt', 'log', 'text'])('words with types in brackets are text in a .%s, with the reason', (extension) => {
  const text = 'Ada[PER] left Oslo[LOC] .\nBo[PER] saw Varde[LOC] .\n';
  const { sentences, problems } = importTexts(`a.${extension}`, new TextEncoder().encode(text));
  expect(sentences).toHaveLength(2);
  expect(problems.map(({ message }) => message).join()).toMatch('words with their types in brackets, such as Ada[PER]');
});

test.each([100, 4000])('a text with many lines that are no columns is text, with %i times its lines', (times) => {
  const text = 'Ada B-PER\nleft O\n. O\nIt was a day of rain .\nNobody knew what was next .\n'.repeat(times);
  const { sentences } = importTexts('a.txt', new TextEncoder().encode(text));
  expect(sentences.every(({ spans }) => spans.length === 0)).toBe(true);
});
