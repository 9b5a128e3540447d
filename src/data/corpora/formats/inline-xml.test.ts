import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

test('a TEI document: blocks are texts, the header is none', () => {
  const xml = `<?xml version="1.0"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><title>No text</title></teiHeader>
<text><body><p><persName>Ada <!-- x -->Byrne</persName> saw <name type="place">Varde</name> &amp; left.</p>
<p>It rained.</p></body></text></TEI>`;
  const corpus = readText(xml, {}, 'a.xml');
  expect(tokensOf(corpus)).toEqual(['Ada Byrne saw Varde & left .', 'It rained .']);
  expect(entitiesOf(corpus)).toEqual(['persName Ada Byrne', 'place Varde']);
});

test.each([
  [
    'HAREM',
    '<?xml version="1.0"?>\n<colHAREM versao="2"><DOC DOCID="a"><P><EM ID="1" CATEG="PER" TIPO="X">Ada Byrne</EM> ran.</P></DOC></colHAREM>',
  ],
  [
    'GENIA',
    '<?xml version="1.0"?>\n<set><article><articleinfo><bibliomisc>MEDLINE:1</bibliomisc></articleinfo><title><sentence><cons lex="x" sem="G#PER">Ada Byrne</cons> ran.</sentence></title></article></set>',
  ],
  ['elements with a type', '<?xml version="1.0"?>\n<doc><s><ne type="PER">Ada Byrne</ne> ran.</s></doc>'],
  [
    'TEI with a full header',
    '<TEI>\n<teiHeader><fileDesc><titleStmt><title>x</title></titleStmt></fileDesc></teiHeader><text><body><p><rs type="PER">Ada Byrne</rs> ran.</p></body></text></TEI>',
  ],
])('%s', (_, xml) => {
  const corpus = readText(xml, {}, 'a.xml');
  expect(tokensOf(corpus)).toEqual(['Ada Byrne ran .']);
  expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne']);
  expect(corpus.problems).toEqual([]);
});

test('paragraphs of SGML that do not end, as in MUC-7', () => {
  const sgml = `<DOC>
<DOCID> x.1 </DOCID>
<TEXT>
<p>
<ENAMEX TYPE="PER">Ada Byrne</ENAMEX> ran
<p>
to <ENAMEX TYPE="LOC">Varde</ENAMEX>.
</TEXT>
</DOC>`;
  const corpus = readText(sgml, {}, 'a.sgml');
  expect(tokensOf(corpus)).toEqual(['Ada Byrne ran', 'to Varde .']);
  expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne', 'LOC Varde']);
});

test('lines of text: touching and nested elements', () => {
  const corpus = readText(
    '<PER>Ada</PER><LOC>Varde</LOC> ran.\nThe <ORG>Bank of <LOC>Varde</LOC></ORG>.\n',
    {},
    'a.txt',
  );
  expect(corpus.format).toBe('inlineXml');
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Varde', 'ORG Bank of Varde']);
  expect(corpus.problems.map(({ line, kind }) => [line, kind])).toEqual([
    [0, 'spans'],
    [2, 'spans'],
  ]); // within AdaVarde, and the nested one
});

test('a document whose first line has text', () => {
  const tei = '<TEI><text><body><p>In <placeName>Varde</placeName></p>\n<p>Ada</p></body></text></TEI>\n';
  expect(entitiesOf(readText(tei, {}, 'a.xml'))).toEqual(['placeName Varde']);
});

test('elements of unknown meaning are refused', () => {
  expect(() => readText('<PER>Ada</PER> <hi>ran</hi>\n', {}, 'a.txt')).toThrow(
    'as Tagsmith knows them: hi. Remove them',
  );
});

test('words that look like elements, in columns, are not', () => {
  expect(readText('<PAD>x</PAD>\tO\nMira\tB-PER\n', {}, 'a.tsv').format).toBe('conll');
  expect(tokensOf(readText('<b>\tO\nMira\tB-PER\n', {}, 'a.tsv'))).toEqual(['<b> Mira']);
});

test('HTML has em, too: without CATEG it is no entity', () => {
  expect(() => readText('<PER>Ada</PER> ran <em>very</em> far.\n', {}, 'a.txt')).toThrow('knows them: em. Remove them');
});

test.each([
  ['no class', '', [], []],
  ['an empty one', ' sem=""', [], []],
  ['one class of several parts', ' sem="(AND G#protein (OR G#protein G#protein))"', ['protein Ada'], []],
  [
    'several classes',
    ' sem="(AND G#protein G#DNA)"',
    [],
    ['1 of 2 objects have elements of several classes, which were not read.'],
  ],
])('GENIA: %s', (_, sem, entities, messages) => {
  const xml = `<?xml version="1.0"?>\n<set><s><cons lex="x"${sem}>Ada</cons> ran.</s>\n<s><cons sem="G#cell">Bo</cons> ran.</s></set>`;
  const corpus = readText(xml, {}, 'a.xml');
  expect(entitiesOf(corpus)).toEqual([...entities, 'cell Bo']);
  expect(corpus.problems.map(({ message }) => message)).toEqual(messages);
});

test('HAREM: of alternative annotations the first is read, and this is said; ALT can be a type', () => {
  const alternatives = '<ALT><EM CATEG="PER">Ada Byrne</EM>|<EM CATEG="PER">Ada</EM> <EM CATEG="LOC">Byrne</EM></ALT>';
  const corpus = readText(
    `<?xml version="1.0"?>\n<colHAREM><DOC><P>${alternatives} ran to <EM CATEG="LOC">Varde</EM>.</P></DOC></colHAREM>`,
    {},
    'a.xml',
  );
  expect(tokensOf(corpus)).toEqual(['Ada Byrne ran to Varde .']);
  expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne', 'LOC Varde']);
  expect(corpus.problems.map(({ message }) => message)).toEqual([
    '1 of 1 objects have alternative annotations, of which the first was read.',
  ]);
  expect(entitiesOf(readText('<ALT>Ada Byrne</ALT> ran.\n', {}, 'a.txt'))).toEqual(['ALT Ada Byrne']);
});

/** A document as HAREM writes it, with other names for the elements of its structure. */
const describedDocument = ([all, doc, about, title, body]: readonly string[]) =>
  `<${all}>\n<${doc}>\n<${about}>Crónica</${about}>\n<${title}>De <PER TIPO="X">Ada Byrne</PER></${title}>\n<${body}>\n<ORG>Coro de <LOC>Varde</LOC></ORG> canta.\n<PER>Ada</PER> corre.\n</${body}>\n</${doc}>\n</${all}>\n`;

test.each([
  ['HAREM', ['HAREM', 'DOC', 'GENERO', 'TITULO', 'TEXTO']],
  ['capitals', ['COLECAO', 'NOTICIA', 'SECAO', 'MANCHETE', 'CORPO']],
  ['small letters', ['noticias', 'noticia', 'genero', 'titulo', 'texto']],
  ['prefixes', ['x:todo', 'x:DOC', 'x:GENERO', 'x:TITULO', 'x:TEXTO']],
])('elements around texts and those that describe them, in %s, are no entities', (_, names) => {
  const corpus = readText(describedDocument(names), {}, 'a.xml');
  expect(tokensOf(corpus)).toEqual(['De Ada Byrne', 'Coro de Varde canta .', 'Ada corre .']);
  expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne', 'ORG Coro de Varde', 'PER Ada']);
  const about = names[2]!.replace('x:', '');
  expect(corpus.problems.map(({ message }) => message)).toContainEqual(
    expect.stringContaining(`elements beside their text, which were not read (${about})`),
  );
});

test('elements that stand alone on lines of a sentence are its entities', () => {
  const xml = '<DOC>\n<S>\n<PER>Ada Byrne</PER>\n<LOC>Varde</LOC>\n</S>\n<S>\nIn <LOC>Varde</LOC>\n</S>\n</DOC>\n';
  for (const written of [xml, xml.replaceAll(/<(PER|LOC)/g, '<$1 n="1"')])
    expect(entitiesOf(readText(written, {}, 'a.xml'))).toEqual(['PER Ada Byrne', 'LOC Varde', 'LOC Varde']);
});

test('parts of names within entities are no entities, which is said', () => {
  const xml = `<?xml version="1.0"?>
<TEI><text><body><p><persName><forename>Ada</forename> <surname>Byrne</surname></persName> ran.</p></body></text></TEI>`;
  const corpus = readText(xml, {}, 'a.xml');
  expect(entitiesOf(corpus)).toEqual(['persName Ada Byrne']);
  expect(corpus.problems.map(({ message }) => message).join()).toContain('not read (forename, surname)');
});

test.each([
  ['PHI of i2b2 2006', '<ROOT>\n<RECORD ID="1">\n<TEXT>\n<PHI TYPE="PER">Ada Byrne</PHI> ran.\n</TEXT>\n</RECORD>\n</ROOT>', 'PER'], // prettier-ignore
  ['names with a capital', '<?xml version="1.0"?>\n<doc><Person gender="f">Ada Byrne</Person> ran.</doc>', 'Person'],
])('%s', (_, xml, type) => {
  const corpus = readText(xml, {}, 'a.xml');
  expect(entitiesOf(corpus)).toEqual([`${type} Ada Byrne`]);
  expect(corpus.problems).toEqual([]);
});

test('elements that cover all of the text, as those of sentences and tokens, are asked about', () => {
  const segments = Array.from({ length: 6 }, (_, i) => `<SEG id="${i}"><TOKEN>Ada</TOKEN> <TOKEN>left</TOKEN></SEG>`);
  const xml = `<?xml version="1.0"?>\n<doc>\n${segments.join('\n')}\n</doc>`;
  const { question } = readText(xml, {}, 'a.xml');
  expect(question?.reason).toContain('Elements (TOKEN, SEG) cover 100% of the text');
  expect(readText(xml, question!.options[0]!.settings, 'a.xml').question).toBeUndefined();
});

test('places of BioC, in one line, are no entities of inline XML', () => {
  const xml = '<collection><source>x</source><document><id>1</id><passage><offset>0</offset><text>Ada left.</text><annotation id="1"><infon key="type">PER</infon><location offset="0" length="3"/><text>Ada</text></annotation></passage></document></collection>'; // prettier-ignore
  const corpus = readText(xml, {}, 'a.xml');
  expect([corpus.format, ...entitiesOf(corpus)]).toEqual(['bioc', 'PER Ada']);
});

test.each([
  ['in small letters', '<b_per>Ada</b_per> <i_per>Byrne</i_per> saw <b_loc>Varde</b_loc> .', 'per'],
  ['with hyphens', '<B-PER>Ada</B-PER> <I-PER>Byrne</I-PER> saw <B-LOC>Varde</B-LOC> .', 'PER'],
  ['around each word', '<b-per>Ada</b-per> <i-per>Byrne</i-per> <o>saw</o> <b-loc>Varde</b-loc> <o>.</o>', 'per'],
  ['of other letters', '<B_PER>Ada</B_PER> <E_PER>Byrne</E_PER> <O>saw</O> <S_LOC>Varde</S_LOC> <O>.</O>', 'PER'],
])('elements that are tags of a scheme, %s, in one line and in several', (_, line, type) => {
  for (const lines of [1, 2, 9]) {
    const corpus = readText(`${line}\n`.repeat(lines), {}, 'a.txt');
    expect([corpus.format, corpus.question, corpus.sentences.length]).toEqual(['inlineXml', undefined, lines]);
    expect(tokensOf(corpus)[0]).toBe('Ada Byrne saw Varde .');
    expect(entitiesOf(corpus)[0]).toBe(`${type} Ada Byrne`);
  }
});

test('a line of one marked word is no word with a tag', () => {
  expect(entitiesOf(readText('<b_per>Ada</b_per>', {}, 'a.txt'))).toEqual(['per Ada']);
});

test.each([
  ['b_drug', 'drug', 'drug'],
  ['B-per', 'per', 'per'],
  ['B-PER', 'PER', 'PER'],
])('elements that only begin entities, <%s>, are called as their type, and the file says so', (element, type, read) => {
  const corpus = readText(
    `took <${element}>zolium</${element}> today\nand <${element}>quarin</${element}> later\n`,
    {},
    'a.txt',
  );
  expect(entitiesOf(corpus)).toEqual([`${read} zolium`, `${read} quarin`]);
  expect(corpus.problems.map(({ message }) => message).join()).toContain(`which were read as ${type}.`);
});

test('B may be a part of the name of a type', () => {
  const corpus = readText('a <B-CELL>lymphocyte</B-CELL> and\nan <B-CELL>other</B-CELL>\n', {}, 'a.txt');
  expect(entitiesOf(corpus)).toEqual(['B-CELL lymphocyte', 'B-CELL other']);
  expect(corpus.problems).toEqual([]);
});

test('words between vertical bars are tokens, also in an entity', () => {
  const corpus = readText('<NE>กรม|ศุลกากร</NE>|มี|คน| |ไทย|\nใน|<NE>กรุงเทพ</NE>|นี้|\n<AB>พ.ศ.</AB>|นี้|ดี|\n', {}, 'a.txt');
  expect(corpus.format).toBe('inlineXml');
  expect(tokensOf(corpus)).toEqual(['กรม ศุลกากร มี คน ไทย', 'ใน กรุงเทพ นี้', 'พ.ศ. นี้ ดี']);
  expect(entitiesOf(corpus)).toEqual(['NE กรม ศุลกากร', 'NE กรุงเทพ', 'AB พ.ศ.']);
  expect(corpus.problems.map(({ message }) => message).join()).toContain('words between vertical bars');
  expect(tokensOf(readText('<NE>Ada</NE> or | as here.\nIn <NE>Oslo</NE> it rained.\n', {}, 'a.txt'))[0]).toBe('Ada or | as here .'); // prettier-ignore
});

test('TimeML: times and events are entities, the date of the document is none', () => {
  const tml =
    '<?xml version="1.0"?>\n<TimeML><DOCID>x</DOCID><DCT><TIMEX3 tid="t0" type="DATE" value="1998-01-01">1998</TIMEX3></DCT>\n<TEXT>\nAda <EVENT eid="e1" class="OCCURRENCE">left</EVENT> <TIMEX3 tid="t1" type="DATE" value="x">on Monday</TIMEX3> .\n</TEXT><MAKEINSTANCE eventID="e1" eiid="i1"/><TLINK lid="l1"/></TimeML>';
  const corpus = readText(tml, {}, 'a.tml');
  expect([tokensOf(corpus), entitiesOf(corpus)]).toEqual([['Ada left on Monday .'], ['EVENT left', 'DATE on Monday']]);
});

test('elements that begin and end by elements of their own', () => {
  const text =
    'In <b_enamex TYPE="LOCATION">Varde<e_enamex> it rained .\n<b_enamex TYPE="PERSON">Ada<e_enamex> left <b_timex TYPE="DATE">today<e_timex> .\n';
  const corpus = readText(text, {}, 'a.txt');
  expect(entitiesOf(corpus)).toEqual(['LOCATION Varde', 'PERSON Ada', 'DATE today']);
  expect([corpus.sentences.length, corpus.problems]).toEqual([2, []]);
});
