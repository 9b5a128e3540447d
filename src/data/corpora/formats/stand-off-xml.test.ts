import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

const annotation = (type: string, from: number, to: number) =>
  `<Annotation Id="1" Type="${type}" StartNode="${from}" EndNode="${to}"><Feature><Name>rule</Name><Value>x</Value></Feature></Annotation>`;
const gate = (sets: string) => `<?xml version='1.0' encoding='utf-8'?>
<GateDocument version="3"><GateDocumentFeatures><Feature><Name>gate.SourceURL</Name><Value>x</Value></Feature></GateDocumentFeatures>
<TextWithNodes><Node id="0"/>Ada<Node id="3"/> &amp; Bo ran to <Node id="15"/>Varde<Node id="20"/>.
</TextWithNodes>${sets}</GateDocument>`;
const set = (name: string, ...annotations: string[]) =>
  `<AnnotationSet${name && ` Name="${name}"`}>${annotations.join('')}</AnnotationSet>`;

test('GATE: the entities of the default set, not what its tools write', () => {
  const corpus = readText(
    gate(
      set('', annotation('Token', 0, 3), annotation('Person', 0, 3), annotation('Location', 15, 20)) +
        set('Original markups', annotation('p', 0, 20)),
    ),
    {},
    'a.xml',
  );
  expect(tokensOf(corpus)).toEqual(['Ada & Bo ran to Varde .']);
  expect(entitiesOf(corpus)).toEqual(['Person Ada', 'Location Varde']);
  expect(corpus.problems).toEqual([]);
});

test('GATE: of several sets, that of people is read, and the others are named', () => {
  const corpus = readText(
    gate(set('', annotation('Person', 15, 20)) + set('Key', annotation('Person', 0, 3))),
    {},
    'a.xml',
  );
  expect(entitiesOf(corpus)).toEqual(['Person Ada']);
  expect(corpus.problems.map(({ message }) => message).join()).toMatch(/Key was read, not the default set/);
});

test('GATE: an annotation outside of the text is an error', () => {
  expect(() => readText(gate(set('', annotation('Person', 0, 99))), {}, 'a.xml')).toThrow(/Person at node 0/);
});

test('MAE: several parts, a tag of the whole document, and a name without TYPE', () => {
  const xml = `<?xml version="1.0" encoding="UTF-8" ?>
<Notes>
<TEXT><![CDATA[
Ada Byrne ran & left Varde.
]]></TEXT>
<TAGS>
<PERSON id="N0" spans="1~10" text="Ada Byrne" />
<PLACE id="N1" spans="22~25,25~27" text="Var ... de" />
<SMOKER id="D0" spans="-1~-1" text="" status="no" />
<LINK id="L0" fromID="N0" toID="N1" />
</TAGS>
</Notes>`;
  const corpus = readText(xml, {}, 'a.xml');
  expect(entitiesOf(corpus)).toEqual(['PERSON Ada Byrne', 'PLACE Varde']);
  expect(corpus.problems.map(({ message }) => message).join()).toMatch(/discontinuous/);
});

test.each(['', '\n', '\n  ', ' \n\n'])('MAE: white space around the text is none of it: %j', (space) => {
  const xml = `<Notes>\n<TEXT>${space}<![CDATA[Ada ran.]]>${space}</TEXT>\n<TAGS><PERSON spans="0~3" /></TAGS>\n</Notes>`;
  expect(entitiesOf(readText(xml, {}, 'a.xml'))).toEqual(['PERSON Ada']);
});
