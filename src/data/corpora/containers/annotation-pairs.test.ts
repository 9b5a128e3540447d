import { describe, expect, test } from 'vitest';
import { packedFile } from '../../../../test/helpers/packed-files.ts';
import { entitiesOf, tokensOf } from '../../../../test/helpers/read-text.ts';
import { nameIn } from '../../../lib/paths.ts';
import type { CorpusOptions } from '../../corpus.ts';
import { readCorpus } from '../read-corpus.ts';
import { joinStandOff } from './stand-off.ts';

/** Files by their paths, as in an archive. */
const filesOf = (contents: Record<string, string>) =>
  Object.entries(contents).map(([path, text]) => packedFile(path, text, nameIn(path)));

async function read(contents: Record<string, string>, options?: CorpusOptions) {
  const [joined, ...others] = await joinStandOff(filesOf(contents), 'all.zip');
  const file = await joined!.open();
  const corpus = readCorpus(file.name, new Uint8Array(await file.arrayBuffer()), options);
  return { corpus, others: others.map(({ name }) => name), messages: corpus.problems.map(({ message }) => message) };
}

describe('ACE', () => {
  const SGM =
    '<DOC>\n<DOCID> X </DOCID>\n<BODY>\n<TEXT>\nAda Lin of A&amp;B Corp, the old\nchief of it, left <QUOTE PREVIOUSPOST="x">Oslo</QUOTE>.\n</TEXT>\n</BODY>\n</DOC>\n';
  const plain = SGM.replaceAll(/<[^<>]*>/g, '');
  /** @param areOne whether a reference counts as a character */
  const charseq = (text: string, areOne: boolean) => {
    const counted = areOne ? plain.replaceAll('&amp;', '&') : plain;
    const start = counted.indexOf(areOne ? text.replaceAll('&amp;', '&') : text);
    const { length } = areOne ? text.replaceAll('&amp;', '&') : text;
    return `<charseq START="${start}" END="${start + length - 1}">${text}</charseq>`;
  };
  const apf = (areOne = false) => {
    const mention = (kind: string, extent: string, head: string) =>
      `<entity_mention TYPE="${kind}"><extent>${charseq(extent, areOne)}</extent><head>${charseq(head, areOne)}</head></entity_mention>`;
    const entity = (type: string, ...mentions: string[]) => `<entity TYPE="${type}">${mentions.join('\n')}</entity>`;
    return `<?xml version="1.0"?>\n<!DOCTYPE source_file SYSTEM "apf.v5.1.1.dtd">\n<source_file>\n<document DOCID="X">
${entity('PER', mention('NAM', 'Ada Lin of A&amp;B Corp', 'Ada Lin'), mention('NOM', 'the old\nchief of it', 'chief'))}
${entity('ORG', mention('NAM', 'A&amp;B Corp', 'A&amp;B Corp'), mention('PRO', 'it', 'it'))}
${entity('GPE', mention('NAM', 'Oslo', 'Oslo'))}${entity('TIM', mention('NAM', 'X', 'X'))}
<timex2><timex2_mention><extent>${charseq('left', areOne)}</extent></timex2_mention></timex2></document></source_file>`;
  };

  test.each([
    ['names', ['PER Ada Lin', 'ORG A&B Corp', 'GPE Oslo']],
    ['heads', ['PER Ada Lin', 'ORG A&B Corp', 'PER chief', 'ORG it', 'GPE Oslo']],
    ['extents', ['PER Ada Lin of A&B Corp', 'PER the old chief of it', 'GPE Oslo']],
  ])('%s are read as chosen', async (tagField, expected) => {
    const { corpus } = await read({ 'a.sgm': SGM, 'a.apf.xml': apf() }, { tagField });
    expect(entitiesOf(corpus)).toEqual(expected);
    expect(corpus.question).toBeUndefined();
    expect(tokensOf(corpus).join(' ')).toBe('Ada Lin of A&B Corp , the old chief of it , left Oslo .');
  });

  test.each([false, true])(
    'without a choice, names are shown, and the file asks (references count as one: %s)',
    async (areOne) => {
      const { corpus, messages } = await read({ 'a.sgm': SGM, 'a.apf.xml': apf(areOne) });
      expect(entitiesOf(corpus)).toEqual(['PER Ada Lin', 'ORG A&B Corp', 'GPE Oslo']);
      expect(corpus.question?.options.map(({ settings }) => settings.tagField)).toEqual(['names', 'heads', 'extents']);
      expect(messages).toEqual([
        '1 of 1 objects have values and times, which were not read.',
        '1 of 1 objects have mentions outside of the TEXT, as in the date of a document, which were left out.',
      ]);
    },
  );

  test('of the folders of the corpus, timex2norm is read; its other files are left out', async () => {
    const folder = (name: string) => ({
      [`nw/${name}/a.sgm`]: SGM,
      [`nw/${name}/a.apf.xml`]: apf(),
      [`nw/${name}/a.ag.xml`]: '<AGSet/>',
      [`nw/${name}/a.tab`]: 'x',
    });
    const { corpus, others } = await read({ ...folder('adj'), ...folder('timex2norm'), ...folder('fp1') });
    expect([corpus.documents, others]).toEqual([1, []]);
  });

  test('damaged annotations are listed', async () => {
    const { messages } = await read({ 'a.sgm': SGM, 'a.apf.xml': '<source_file><entity TYPE="PER">' });
    expect(messages.join()).toContain('<entity> does not end');
    const without = await read({
      'a.sgm': SGM,
      'a.apf.xml': '<source_file><entity><entity_mention/></entity></source_file>',
    });
    expect(without.messages.join()).toContain('no type, or no START and END');
  });
});

describe('Knowtator', () => {
  const TEXT = 'The 😀 B cell and RNA of Ada.';
  const one = (id: string, spans: string, text: string, who = 'Kim') =>
    `<annotation><mention id="${id}"/><annotator id="k">${who}</annotator>${spans}<spannedText>${text}</spannedText></annotation>`;
  const span = (start: number, end: number) => `<span start="${start}" end="${end}"/>`;
  const mention = (id: string, type: string) =>
    `<classMention id="${id}"><mentionClass id="${type}">${type}</mentionClass></classMention>`;
  const first = (...parts: string[]) =>
    `<?xml version="1.0"?>\n<annotations textSource="a.txt">\n${parts.join('\n')}</annotations>`;
  const CELL = [one('1', span(7, 13), 'B cell'), mention('1', 'CL:0000236')];

  test.each(['a.txt.knowtator.xml', 'a.knowtator.xml', 'a.txt.annotations.xml', 'a.txt.xml', 'a.xml'])(
    'version 1: classes are types, those of an ontology its name; %s',
    async (name) => {
      const { corpus, messages } = await read({
        'a.txt': TEXT,
        [name]: first(...CELL, one('2', span(25, 28), 'Ada'), mention('2', 'PROBLEM')),
      });
      expect(entitiesOf(corpus)).toEqual(['CL B cell', 'PROBLEM Ada']);
      expect(messages).toEqual([
        '1 of 1 objects have classes of ontologies, such as CL:0000236, which were read as the ontology (CL).',
      ]);
    },
  );

  test('version 2, and files of several ontologies in folders of their own', async () => {
    const second = `<?xml version="1.0"?>\n<knowtator-project>\n<document id="a" text-file="a.txt"><annotation annotator="Kim" id="x" type="identity"><class id="PR:0001" label="protein"/><span end="21" id="y" start="18">RNA</span></annotation></document></knowtator-project>`;
    const { corpus, others } = await read({ 'txt/a.txt': TEXT, 'CL/a.xml': first(...CELL), 'PR/a.xml': second });
    expect([entitiesOf(corpus), corpus.documents, others]).toEqual([['CL B cell', 'PR RNA'], 1, []]);
  });

  test('parts of a span, annotations without a class, and those of other people', async () => {
    const parts = one('1', span(7, 8) + span(18, 21), 'B ... RNA');
    const broken = await read({ 'a.txt': TEXT, 'a.xml': first(parts, mention('1', 'X'), one('9', span(1, 2), 'h')) });
    expect(entitiesOf(broken.corpus)).toEqual(['X B cell and RNA']);
    expect(broken.messages.join()).toMatch(/without a class or a place.*discontinuous|discontinuous.*without a class/s);
    const people = first(...CELL, one('2', span(9, 13), 'cell', 'Bo'), mention('2', 'X'));
    expect(entitiesOf((await read({ 'a.txt': TEXT, 'a.xml': people })).corpus)).toEqual(['CL B cell']);
    expect(entitiesOf((await read({ 'a.txt': TEXT, 'a.xml': people }, { annotator: 'Bo' })).corpus)).toEqual([
      'X cell',
    ]);
  });

  test('other XML beside a text stays as it is', async () => {
    const files = filesOf({ 'a.txt': TEXT, 'a.xml': '<TEI><p>Ada</p></TEI>' });
    expect(await joinStandOff(files)).toEqual(files);
  });
});

describe('tagtog', () => {
  const HTML =
    '<!DOCTYPE html ><html id="a" class="anndoc"><head><title>a</title></head><body><article><section data-type="title"><h2 id="s1h1">Ada &amp; Bo</h2></section><section><div class="content"><p id="s2p1">Bo <i>left</i> Oslo.</p></div></section></article></body></html>';
  const entity = (classId: string, part: string, start: number, text: string, state = '') => ({
    classId,
    part,
    offsets: [{ start, text }],
    confidence: { state, who: ['user:kim'], prob: 1 },
    fields: {},
  });
  const ann = (...entities: object[]) =>
    JSON.stringify({ annotatable: { parts: ['s1h1', 's2p1'] }, anncomplete: true, metas: {}, entities, relations: [] });
  const LEGEND = JSON.stringify({ e_1: 'Person', e_2: 'Place', m_3: 'done' });
  const BOTH = [
    entity('e_1', 's1h1', 6, 'Bo'),
    entity('e_2', 's2p1', 8, 'Oslo'),
    entity('e_1', 's1h1', 0, 'Ada', 'pre-removed'),
  ];

  test('the parts of a document, with the names of the legend; removed annotations are left out', async () => {
    const { corpus, others, messages } = await read({
      'x/annotations-legend.json': LEGEND,
      'x/ann.json/master/pool/a.ann.json': ann(...BOTH),
      'x/ann.json/members/kim/pool/a.ann.json': ann(),
      'x/plain.html/pool/a.plain.html': HTML,
    });
    expect(entitiesOf(corpus)).toEqual(['Person Bo', 'Place Oslo']);
    expect(tokensOf(corpus)).toEqual(['Ada & Bo', 'Bo left Oslo .']);
    expect([corpus.documents, others]).toEqual([1, []]);
    expect(messages).toEqual(['1 of 1 objects have annotations that were removed, which were left out.']);
  });

  test('without a legend, and beside a plain text', async () => {
    const { corpus, messages } = await read({
      'a.ann.json': ann(entity('e_1', 's1v1', 0, 'Ada')),
      'a.txt': 'Ada ran.',
    });
    expect(entitiesOf(corpus)).toEqual(['e_1 Ada']);
    expect(messages.join()).toContain('types without a name');
  });

  test('a part that the text does not have, and malformed entities, are listed', async () => {
    const lacking = await read({ 'a.ann.json': ann(entity('e_1', 's9p1', 0, 'Ada')), 'a.plain.html': HTML });
    expect(lacking.messages.join()).toContain('The text has no part s9p1');
    const malformed = await read({ 'a.ann.json': ann({ classId: 'e_1' }), 'a.plain.html': HTML });
    expect(malformed.messages.join()).toContain('expected an object with classId, part and offsets');
  });
});

test.each([
  ['a.apf.xml', '<?xml version="1.0"?>\n<source_file/>', 'ACE, but their text, a.sgm,'],
  [
    'a.xml',
    '<?xml version="1.0"?>\n<annotations textSource="a.txt">\n</annotations>',
    'Knowtator, but their text, a.txt,',
  ],
  ['a.ann.json', '{"entities": []}', 'tagtog, but their text, a.plain.html,'],
])('%s alone: says what is missing', (name, text, message) => {
  expect(() => readCorpus(name, new TextEncoder().encode(text))).toThrow(message);
});
