import { describe, expect, test } from 'vitest';
import { readText } from '../../../../test/helpers/read-text.ts';

const CONLL_2003 = 'EU NNP I-NP I-ORG\nrejects VBZ I-VP O\n';

describe('further columns', () => {
  test('are named by the form of CoNLL-2003, by a header, or numbered', () => {
    const columnsOf = (text: string) => readText(text).furtherColumns;
    expect(columnsOf(CONLL_2003)).toEqual([
      { name: 'pos', values: 2 },
      { name: 'chunk', values: 2 },
    ]);
    expect(columnsOf('token,Lemma,ner\nEU,eu,B-ORG\n')).toEqual([{ name: 'lemma', values: 1 }]);
    expect(columnsOf('EU x B-ORG\nleft y O\n')).toEqual([{ name: '1', values: 2 }]);
    expect(columnsOf('EU B-ORG\n')).toEqual([]);
  });

  test('are neither token numbers, nor ids of sentences, nor other layers of tags', () => {
    expect(readText('1\tEU\tB-ORG\tO\n2\tleft\tO\tO\n\n1\tEU\tB-ORG\tB-ORG\n').furtherColumns).toEqual([]);
    expect(readText('Sentence #,Word,POS,Tag\n1,EU,NNP,B-org\n').furtherColumns).toEqual([{ name: 'pos', values: 1 }]);
  });

  test('have the same name in every format, and are found by the one that is written, too', () => {
    const text = 'token,POS_tag,ner_tags\nEU,NNP,B-ORG\n';
    expect(readText(text).furtherColumns).toEqual([{ name: 'pos', values: 1 }]);
    const columnsFor = (...inputColumns: string[]) => readText(text, { inputColumns }).sentences[0]!.columns;
    expect(columnsFor('Pos')).toEqual({ pos: ['NNP'] });
    expect(columnsFor('pos_tag')).toEqual({ pos_tag: ['NNP'] });
    expect(columnsFor('ner')).toBeUndefined();
    expect(readText(CONLL_2003, { inputColumns: ['pos_tags'] }).sentences[0]!.columns).toEqual({
      pos_tags: ['NNP', 'VBZ'],
    });
  });

  test('are read once if they are asked for twice', () => {
    expect(readText(CONLL_2003, { inputColumns: ['pos', 'POS'] }).sentences[0]!.columns).toEqual({
      pos: ['NNP', 'VBZ'],
    });
  });

  test('values are counted up to a thousand', () => {
    const text = Array.from({ length: 1200 }, (_, i) => `w x${(3 * i) % 1001} y${(3 * i) % 1000} O`).join('\n');
    expect(readText(text, { tokenColumn: 0 }).furtherColumns.map(({ values }) => values)).toEqual([undefined, 1000]);
  });
});
