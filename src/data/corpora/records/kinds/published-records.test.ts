import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../../test/helpers/read-text.ts';
import { ADA, ENTITIES, TEXT, VARDE } from '../example-text.testing.ts';

const read = (...records: unknown[]) => readText(records.map((one) => JSON.stringify(one)).join('\n'), {}, 'a.jsonl');
const messages = (...records: unknown[]) => read(...records).problems.map(({ message }) => message).join('\n'); // prettier-ignore

describe('published data', () => {
  const passages = [
    { id: '1', type: 'title', text: ['😀 Ada Byrne saw Varde.'], offsets: [[10, 32]] },
    { id: '2', type: 'abstract', text: ['It rained.'], offsets: [[33, 43]] },
  ];
  const entity = (type: string, { start, end, text }: typeof ADA) => ({ id: 'x', type, text: [text], offsets: [[start + 10, end + 10]], normalized: [] }); // prettier-ignore

  test.each<[string, object]>([
    ['BigBio', { document_id: 'a', passages, entities: [entity('PER', ADA), entity('LOC', VARDE)], events: [], relations: [] }], // prettier-ignore
    ['NEREL', { text: TEXT, entities: ['T1\tPER 2 11\tAda Byrne', 'T2\tLOC 16 21\tVarde'], relations: [] }],
    ['spans in a string', { text: TEXT, entities: JSON.stringify([{ ...ADA, label: 'PER' }, { ...VARDE, label: 'LOC' }]) }], // prettier-ignore
    ['tuples of Python in a string', { text: TEXT, spans: "[(2, 11, 'PER'), (16, 21, 'LOC')]" }],
    ['spans in a string, under other names', { generated_text: TEXT, pii_spans: JSON.stringify([{ ...ADA, label: 'PER' }, { ...VARDE, label: 'LOC' }]), kind: 'Letter' }], // prettier-ignore
    ['spans beside the pieces of a tokenizer (ai4privacy)', { source_text: TEXT, target_text: 'x [PER] saw [LOC].', privacy_mask: [{ ...ADA, value: ADA.text, text: undefined, label: 'PER' }, { ...VARDE, label: 'LOC' }], span_labels: '[[2, 11, "PER"]]', mbert_text_tokens: ['Ada', 'x'], mbert_bio_labels: ['B-PER', 'O'] }], // prettier-ignore
    ['objects with offsets by type', { text: TEXT, entities: { PER: [ADA], LOC: [VARDE] } }],
    ['a place as an object', { text: TEXT, entities: [{ type: 'PER', offset: { start: ADA.start, end: ADA.end } }, { class: 'LOC', span: { begin: VARDE.start, end: VARDE.end } }] }], // prettier-ignore
    ['spans of tokens by type', { tokens: ['😀', 'Ada', 'Byrne', 'saw', 'Varde', '.'], entities: { PER: [[1, 2]], LOC: [[4, 4]] } }], // prettier-ignore
    ['SLURP', { sentence: 'x', tokens: ['😀', 'Ada', 'Byrne', 'saw', 'Varde', '.'].map((surface, id) => ({ surface, id })), entities: [{ span: [1, 2], type: 'PER' }, { span: [4], type: 'LOC' }] }], // prettier-ignore
  ])('%s', (_, record) => {
    const corpus = read(record);
    expect(entitiesOf(corpus)).toEqual(ENTITIES);
    expect([corpus.problems, corpus.question]).toEqual([[], undefined]);
  });

  test.each<[string, object]>([
    ['DeepKE: a list called entity', { text: 'Ada saw Varde.', entity: [{ entity: 'Ada', entity_type: 'PER' }, { entity: 'Varde', entity_type: 'LOC' }] }], // prettier-ignore
    ['IEPile: the text in the JSON of an instruction', { task: 'NER', instruction: JSON.stringify({ instruction: 'Find.', schema: ['PER', 'LOC'], input: 'Ada saw Varde.' }), output: '{"PER": ["Ada"], "LOC": ["Varde"]}' }], // prettier-ignore
    ['a prompt and a completion with their ends', { prompt: 'Ada saw Varde.\n\n###\n\n', completion: ' PER: Ada\nLOC: Varde END' }], // prettier-ignore
    ['an arrow behind the prompt', { prompt: 'Ada saw Varde. ->', completion: ' PER: Ada\nLOC: Varde <|endoftext|>' }],
  ])('%s', (_, record) => {
    const corpus = read(record);
    expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Varde']);
    expect([tokensOf(corpus), corpus.question]).toEqual([['Ada saw Varde .'], undefined]);
  });

  test('parts of a span as objects: read from the first to the last', () => {
    const parts = [{ begin: 0, end: 4 }, { begin: 17, end: 21 }]; // prettier-ignore
    const record = { text: 'pain in arms and legs .', entities: [{ type: 'ADR', fragments: parts }] };
    expect(entitiesOf(read(record))).toEqual(['ADR pain in arms and legs']);
    expect(messages(record)).toContain('discontinuous spans');
  });

  test('questions with answers are named', () => {
    const qas = [{ question: 'Who?', answers: [{ text: 'Ada', answer_start: 0 }] }];
    expect(messages({ title: 'x', paragraphs: [{ context: 'Ada ran.', qas }] })).toContain('as in SQuAD');
  });

  test('an object called entity is no list of entities', () => {
    expect(messages({ text: 'Acme grew.', entity: { name: 'Acme', type: 'company' } })).toContain('Found no sentences');
  });

  test('LUIS: the end of an entity is its last character', () => {
    const utterances = [
      { text: 'rain in Varde', intent: 'Weather', entities: [{ entity: 'city', startPos: 8, endPos: 12 }] },
      { text: 'hello you there', intent: 'Greet', entities: [] },
    ];
    const corpus = readText(JSON.stringify({ luis_schema_version: '7.0.0', utterances }), {}, 'a.json');
    expect(entitiesOf(corpus)).toEqual(['city Varde']);
    expect(tokensOf(corpus)).toEqual(['rain in Varde', 'hello you there']);
    expect(corpus.problems).toEqual([]);
  });

  test('BigBio: an entity outside of the passages, and a discontinuous one, are named', () => {
    const parts = { ...entity('PER', ADA), text: ['Ada', 'Varde'], offsets: [[12, 15], [26, 31]] }; // prettier-ignore
    expect(messages({ passages, entities: [parts] })).toContain('discontinuous');
    expect(messages({ passages, entities: [{ type: 'PER', text: ['Bo'], offsets: [[90, 92]] }] })).toContain('in a passage'); // prettier-ignore
  });
});

describe('what is no text, or no whole annotation, is said', () => {
  const region = (value: object) => ({ id: 1, annotations: [{ result: [{ value }] }], data: { image: 'a.png' } });

  test.each<[string, object, string]>([
    ['regions of an image', region({ x: 1, width: 5, rectanglelabels: ['PER'] }), 'something else than a text (rectanglelabels)'], // prettier-ignore
    ['the address of a text', { id: 1, annotations: [{ result: [] }], data: { text: 's3://b/a.txt' } }, 'is where the text is (s3://b/a.txt)'], // prettier-ignore
    ['an address under any name', { uri: 'gs://b/a.txt', segments: [{ startOffset: 0, endOffset: 3, displayName: 'PER' }] }, 'segments looks like annotations'], // prettier-ignore
    ['places deep in a field', { content: TEXT, event: { all: [{ argument: [{ startOffset: 2, endOffset: 11 }] }] } }, 'event looks like annotations'], // prettier-ignore
    ['tokens beside entities in an unknown form', { tokens: ['Ada', 'left'], named_entities: { first: 'x' } }, 'Read as tokens without labels. named_entities looks like'], // prettier-ignore
  ])('%s', (_, record, expected) => {
    expect(messages(record)).toContain(expected);
  });

  test('a text that comes again with other entities', () => {
    const first = { text: 'Ada met Bo.', spans: [[0, 3, 'PER']] };
    expect(messages(first, { text: 'Ada met Bo.', spans: [[8, 10, 'PER']] })).toContain('A text comes again with other entities, the first in line 2'); // prettier-ignore
    expect(messages(first, first, { text: 'Bo ran.', spans: [[0, 2, 'PER']] })).toBe('');
  });
});
