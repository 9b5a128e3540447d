import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

const collection = (documents: string) =>
  `<?xml version="1.0"?>\n<!DOCTYPE collection SYSTEM "BioC.dtd">\n<collection><source/><date/><key/>\n${documents}</collection>\n`;
const passage = (offset: number, text: string, annotations = '') =>
  `<passage><infon key="section">x</infon><offset>${offset}</offset><text>${text}</text>${annotations}</passage>`;
const annotation = (type: string, places: readonly [number, number][], text: string) =>
  `<annotation id="T"><infon key="id">D1</infon><infon key="type">${type}</infon>${places.map(([offset, length]) => `<location offset="${offset}" length="${length}"/>`).join('')}<text>${text}</text></annotation>`;

test('offsets count code points of the document, in every passage and sentence of it', () => {
  const first = passage(0, '😀 Mira &amp; Ada ran.', annotation('PER', [[2, 4]], 'Mira'));
  const sentence = `<sentence><offset>30</offset><text>Oslo lay there.</text>${annotation('LOC', [[30, 4]], 'Oslo')}</sentence>`;
  const corpus = readText(
    collection(
      `<document><id>a</id>${first}<passage><offset>30</offset>${sentence}</passage></document><document><id>b</id>${passage(0, 'It rained.')}</document>`,
    ),
    {},
    'a.xml',
  );
  expect(corpus).toMatchObject({ format: 'bioc', documents: 2, problems: [] });
  expect(tokensOf(corpus)).toEqual(['😀 Mira & Ada ran .', 'Oslo lay there .', 'It rained .']);
  expect(entitiesOf(corpus)).toEqual(['PER Mira', 'LOC Oslo']);
});

test('a discontinuous span is read from its first to its last part, and said; a damaged document is skipped', () => {
  const parts = annotation(
    'SYMPTOM',
    [
      [0, 4],
      [11, 4],
    ],
    'pain arms',
  );
  const broken = '<document><id>b</id><passage><offset>x</offset><text>a</text></passage></document>\n';
  const corpus = readText(
    collection(`<document><id>a</id>${passage(0, 'pain in my arms.', parts)}</document>\n${broken.repeat(1)}`),
    {},
    'a.xml',
  );
  expect(entitiesOf(corpus)).toEqual(['SYMPTOM pain in my arms']);
  expect(corpus.problems).toMatchObject([
    { message: expect.stringMatching(/discontinuous/i) as string },
    { line: 5, kind: 'bioc', message: expect.stringMatching(/The document was skipped\.$/) as string },
  ]);
});
