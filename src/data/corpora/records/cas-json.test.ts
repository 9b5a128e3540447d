import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

const core = 'de.tudarmstadt.ukp.dkpro.core.api';
const entity = (begin: number, end: number, value: string) => ({
  '%TYPE': `${core}.ner.type.NamedEntity`,
  '@sofa': 1,
  begin,
  end,
  value,
});
const token = (begin: number, end: number) => ({ '%TYPE': `${core}.segmentation.type.Token`, begin, end });

const cas = (...structures: object[]) =>
  JSON.stringify({
    '%TYPES': {},
    '%FEATURE_STRUCTURES': [
      { '%ID': 1, '%TYPE': 'uima.cas.Sofa', sofaID: '_InitialView', sofaString: '😀 Ada saw Oslo-born Tom.' },
      ...structures,
    ],
    '%VIEWS': {},
  });

test('INCEpTION: the text of the Sofa, its tokens and named entities', () => {
  const tokens = [token(0, 2), token(3, 6), token(7, 10), token(11, 20), token(21, 24), token(24, 25)];
  const other = { '%TYPE': 'custom.Span', begin: 3, end: 6, label: 'x' };
  const corpus = readText(cas(entity(3, 6, 'PER'), entity(11, 15, 'LOC'), other, ...tokens), {}, 'a.json');
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Oslo']);
  expect(tokensOf(corpus)).toEqual(['😀 Ada saw Oslo -born Tom .']);
  expect(corpus.problems.map(({ message }) => message)).toEqual([
    '1 of 1 objects have further layers (Span): only NamedEntity was read.',
  ]);
});

test('INCEpTION: without a text', () => {
  const { problems } = readText(JSON.stringify({ '%FEATURE_STRUCTURES': [entity(0, 1, 'PER')] }), {}, 'a.json');
  expect(problems[0]?.message).toContain('no Sofa has a sofaString');
});
