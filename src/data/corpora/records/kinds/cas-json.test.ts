import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../../test/helpers/read-text.ts';

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

const messages = (corpus: ReturnType<typeof readText>) => corpus.problems.map(({ message }) => message);
const sofas = [
  { '%ID': 1, '%TYPE': 'uima.cas.Sofa', sofaString: 'Ada left.' },
  { '%ID': 9, '%TYPE': 'uima.cas.Sofa', sofaString: 'Oslo grew.' },
];

/** The same structures in both notations of a CAS. */
function both(structures: readonly Readonly<Record<string, unknown>>[]) {
  const attribute = ([name, value]: [string, unknown]) =>
    name === '%TYPE' ? '' : ` ${name === '%ID' ? 'xmi:id' : name.replace('@', '')}="${String(value)}"`;
  const elements = structures.map(
    (structure) =>
      `<a:${String(structure['%TYPE']).split('.').at(-1)}${Object.entries(structure).map(attribute).join('')}/>`,
  );
  const xmi = `<?xml version="1.0"?>\n<xmi:XMI xmlns:xmi="x">\n${elements.join('\n')}\n</xmi:XMI>\n`;
  const json = JSON.stringify({ '%FEATURE_STRUCTURES': structures });
  return [readText(json, {}, 'a.json'), readText(xmi, {}, 'a.xmi')] as const;
}

test('annotations of another Sofa are left out, and counted', () => {
  const other = { ...entity(0, 4, 'LOC'), '@sofa': 9 };
  for (const corpus of both([...sofas, other, entity(0, 3, 'PER'), { ...token(0, 4), '@sofa': 9 }])) {
    expect(entitiesOf(corpus)).toEqual(['PER Ada']);
    expect(messages(corpus)).toEqual(['1 of 1 objects have annotations of other texts (Sofas): 2 were left out.']);
  }
});

test('an offset that is missing is 0, and one that is no number is reported', () => {
  const { begin: _, ...first } = entity(0, 3, 'PER');
  for (const corpus of both([...sofas, first, { ...entity(0, 3, 'LOC'), begin: 'x' }])) {
    expect(entitiesOf(corpus)).toEqual(['PER Ada']);
    expect(messages(corpus)).toEqual(['1 of 1 objects have annotations without a place in the text: 1 were left out.']);
  }
});

test('relations and descriptions are no spans, and a layer of the user precedes those of DKPro', () => {
  const structure = (type: string, more: object = {}) => ({ '%TYPE': type, '@sofa': 1, begin: 0, end: 3, ...more });
  const others = [
    structure(`${core}.syntax.type.dependency.Dependency`, { DependencyType: 'nsubj' }),
    structure('custom.Relation', { '@Governor': 3, '@Dependent': 4, label: 'of' }),
    structure(`${core}.metadata.type.TagsetDescription`, { name: 'x' }),
    structure(`${core}.syntax.type.chunk.Chunk`, { chunkValue: 'NP' }),
  ];
  const own = structure('webanno.custom.Person', { value: 'scientist' });
  for (const corpus of both([...sofas, ...others, own])) {
    expect(entitiesOf(corpus)).toEqual(['scientist Ada']);
    expect(messages(corpus)).toEqual(['1 of 1 objects have further layers (Chunk): only Person was read.']);
  }
  for (const corpus of both([...sofas, ...others, own, entity(0, 3, 'PER')]))
    expect(entitiesOf(corpus)).toEqual(['PER Ada']);
});

test('structures by their ids', () => {
  const byId = { 1: sofas[0], 9: sofas[1], 2: entity(0, 3, 'PER'), 3: { ...entity(0, 4, 'LOC'), '@sofa': 9 } };
  const { '%ID': _, ...sofa } = sofas[0]!;
  for (const first of [sofas[0], sofa]) {
    const record = { '%FEATURE_STRUCTURES': { ...byId, 1: first } };
    expect(entitiesOf(readText(JSON.stringify(record), {}, 'a.json'))).toEqual(['PER Ada']);
  }
});

test('INCEpTION: without a text', () => {
  const { problems } = readText(JSON.stringify({ '%FEATURE_STRUCTURES': [entity(0, 1, 'PER')] }), {}, 'a.json');
  expect(problems[0]?.message).toContain('no Sofa has a sofaString');
});

test('the type in a layer of the user is its only feature with a name; of several, the file says so', () => {
  const own = (features: object) => ({ '%TYPE': 'custom.Entity', '@sofa': 1, begin: 0, end: 3, ...features });
  for (const corpus of both([...sofas, own({ kind: 'PER', '@head': 7 })]))
    expect([entitiesOf(corpus), messages(corpus)]).toEqual([['PER Ada'], []]);
  for (const corpus of both([...sofas, own({ kind: 'PER', grade: 'sure' })])) {
    expect(entitiesOf(corpus)).toEqual(['Entity Ada']);
    expect(messages(corpus)[0]).toMatch('types in features (kind, grade): the layer Entity was taken.');
  }
});

test('cTAKES: each layer of mentions is a type, and its tokens are no entities', () => {
  const at = (type: string, begin: number, end: number) => ({ '%TYPE': `org.apache.ctakes.typesystem.type.${type}`, '@sofa': 1, begin, end }); // prettier-ignore
  const corpus = readText(
    cas(
      at('textspan.Segment', 0, 25),
      at('syntax.WordToken', 0, 2),
      ...[[3, 6], [7, 10], [11, 20], [21, 24]].map(([begin, end]) => at('syntax.WordToken', begin!, end!)), // prettier-ignore
      at('syntax.PunctuationToken', 24, 25),
      at('syntax.NewlineToken', 25, 25),
      at('textsem.MedicationMention', 3, 6),
      at('textsem.DiseaseDisorderMention', 21, 24),
      at('syntax.NP', 3, 6),
    ),
    {},
    'a.json',
  );
  expect(entitiesOf(corpus)).toEqual(['Medication Ada', 'DiseaseDisorder Tom']);
  expect(tokensOf(corpus)).toEqual(['😀 Ada saw Oslo-born Tom .']);
  expect([corpus.problems, corpus.question]).toEqual([[], undefined]);
});
