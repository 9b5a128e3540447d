import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

interface Word {
  word: string;
  type: string;
  /** Whether the word continues the entity of the word before. */
  goesOn: boolean;
}

const words = fc.array(
  fc.record({
    word: fc.constantFrom('Ada', 'Lin', 'Varde', 'left', 'R&amp;D', '.'),
    type: fc.constantFrom('', '', 'PER', 'LOC'),
    goesOn: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);
const texts = fc
  .array(words, { minLength: 1, maxLength: 3 })
  .filter((some) => some.flat().some(({ type }) => type !== ''))
  .map((some) => [...some, [{ word: '.', type: '', goesOn: false }]]);

/** The entities of a text, as numbers of its words. */
function entities(sentence: readonly Word[], from: number): { type: string; at: number[] }[] {
  const found: { type: string; at: number[] }[] = [];
  for (const [t, { type, goesOn }] of sentence.entries()) {
    const last = found.at(-1);
    if (type === '') continue;
    if (goesOn && last?.type === type && last.at.at(-1) === from + t - 1) last.at.push(from + t);
    else found.push({ type, at: [from + t] });
  }
  return found;
}

/** The text with its entities. */
function numbered(text: readonly Word[][]) {
  const starts = text.map((_, s) => text.slice(0, s).flat().length);
  return text.map((sentence, s) => ({ sentence, from: starts[s]!, found: entities(sentence, starts[s]!) }));
}

type Writer = (text: ReturnType<typeof numbered>) => string;

const tcf: Writer = (text) => {
  const all = text.flatMap(({ sentence }) => sentence);
  const ids = (at: readonly number[]) => at.map((t) => `t_${t}`).join(' ');
  const tokens = all.map(({ word }, t) => `<tc:token ID="t_${t}">${word}</tc:token>`).join('\n');
  const sentences = text.map(
    ({ sentence, from }) => `<tc:sentence tokenIDs="${ids(sentence.map((_, t) => from + t))}"/>`,
  );
  const named = text.flatMap(({ found }) =>
    found.map(({ type, at }) => `<tc:entity class="${type}" tokenIDs="${ids(at)}"/>`),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<D-Spin version="0.4"><MetaData><source>made up</source></MetaData>
    <tc:TextCorpus xmlns:tc="x" lang="de"><tc:text>${all.map(({ word }) => word).join(' ')}</tc:text>
    <tc:tokens>${tokens}</tc:tokens><tc:sentences>${sentences.join('')}</tc:sentences>
    <tc:namedEntities type="CoNLL2002">${named.join('')}</tc:namedEntities></tc:TextCorpus></D-Spin>`;
};

const folia: Writer = (text) => {
  const sentences = text.map(({ sentence, from, found }) => {
    const tokens = sentence.map(
      ({ word }, t) => `<w xml:id="w.${from + t}"><t class="old">x</t><t>${word}</t><pos class="N"/></w>`,
    );
    const named = found.map(
      ({ type, at }) => `<entity class="${type}">${at.map((t) => `<wref id="w.${t}" t="x"/>`).join('')}</entity>`,
    );
    return `<s xml:id="s.${from}">${tokens.join('\n').replaceAll('<t class="old">x</t>', '')}<original auth="no"><w xml:id="o"><t>typo</t></w></original><entities>${named.join('')}</entities></s>`;
  });
  return `<?xml version="1.0"?>\n<FoLiA xml:id="a" version="2.0"><metadata/><text xml:id="t"><p>${sentences.join('')}</p></text></FoLiA>`;
};

const naf: Writer = (text) => {
  const tokens = text.flatMap(({ sentence, from }, s) =>
    sentence.map(
      ({ word }, t) =>
        `<wf id="w${from + t}" sent="${s + 1}" offset="0" length="1"><![CDATA[${word.replace('&amp;', '&')}]]></wf>`,
    ),
  );
  const terms = tokens.map((_, t) => `<term id="t${t}" lemma="x"><span><!--x--><target id="w${t}"/></span></term>`);
  const named = text.flatMap(({ found }) =>
    found.map(
      ({ type, at }, e) =>
        `<entity id="e${e}" type="${type}"><references><span>${at.map((t) => `<target id="t${t}"/>`).join('')}</span></references></entity>`,
    ),
  );
  return `<?xml version="1.0"?>\n<NAF xml:lang="en"><nafHeader/><text>${tokens.join('\n')}</text><terms>${terms.join('')}</terms><entities>${named.join('')}</entities></NAF>`;
};

const coreNlp: Writer = (text) => {
  const sentences = text.map(({ sentence }, s) => {
    const tokens = sentence.map(
      ({ word, type }, t) =>
        `<token id="${t + 1}"><word>${word}</word><lemma>x</lemma><NER>${type || 'O'}</NER></token>`,
    );
    return `<sentence id="${s + 1}"><tokens>${tokens.join('\n')}</tokens><parse>(ROOT x)</parse></sentence>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<root>\n<document>\n<sentences>\n${sentences.join('')}</sentences></document></root>`;
};

/** A channel for each type, in which the tokens of an entity have its number. */
const ccl =
  (isOld: boolean): Writer =>
  (text) => {
    const types = [...new Set(text.flatMap(({ found }) => found.map(({ type }) => type)))];
    const sentences = text.map(({ sentence, from, found }, s) => {
      const tokens = sentence.map(({ word }, t) => {
        const channels = types.map((type) => {
          const own = found.filter((entity) => entity.type === type);
          return `<ann chan="${type}">${own.findIndex(({ at }) => at.includes(from + t)) + 1}</ann>`;
        });
        return `<tok><orth>${word}</orth><lex disamb="1"><base>x</base><ctag>subst</ctag></lex>${channels.join('')}<ann chan="chunk_np">1</ann></tok><ns/>`;
      });
      return isOld
        ? `<chunk id="s${s}" type="s">${tokens.join('\n')}</chunk>`
        : `<sentence id="s${s}">${tokens.join('\n')}</sentence>`;
    });
    return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE chunkList SYSTEM "ccl.dtd">\n<chunkList><chunk id="ch1" type="p">${sentences.join('')}</chunk></chunkList>`;
  };

/** Elements around the words of entities, below a header that is longer than what is looked at of a file. */
const tei =
  (begin: (type: string) => string, end: string): Writer =>
  (text) => {
    const sentences = text.map(({ sentence, from, found }) => {
      const words = sentence.map(({ word }, t) => {
        const own = found.find(({ at }) => at.includes(from + t));
        const written = /\w/.test(word) ? `<w lemma="x">${word}</w><c> </c>` : `<pc>${word}</pc>`;
        const before = own?.at[0] === from + t ? begin(own.type) : '';
        return before + written + (own?.at.at(-1) === from + t ? end : '');
      });
      return `<s xml:id="s${from}">\n${words.join('\n')}\n<linkGrp><link target="x"/></linkGrp></s>`;
    });
    return `<?xml version="1.0"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader>\n${'<note>x</note>\n'.repeat(999)}</teiHeader>\n<text><body><u><seg>${sentences.join('')}</seg></u></body></text></TEI>`;
  };

/** Elements around words, without a root, as NameTag writes them. */
const nameTag =
  (element: string, name: string): Writer =>
  (text) =>
    text
      .map(({ sentence, from, found }) => {
        const words = sentence.map(({ word }, t) => {
          const own = found.find(({ at }) => at.includes(from + t));
          const before = own?.at[0] === from + t ? `<${name} type="${own.type}">` : '';
          return `${before}<${element}>${word}</${element}>${own?.at.at(-1) === from + t ? `</${name}>` : ''}`;
        });
        return `<sentence>${words.join(' ')}</sentence>`;
      })
      .join('\n');

/** Words with a tag of a scheme. */
const tagged =
  (word: (word: string, tag: string) => string): Writer =>
  (text) => {
    const sentences = text.map(({ sentence, from, found }) => {
      const words = sentence.map(({ word: own, type }, t) => {
        const letter = found.some(({ at }) => at[0] === from + t) ? 'B' : 'I';
        return word(own, type === '' ? 'O' : `${letter}-${type}`);
      });
      return `<sentence id="${from}">${words.join('\n')}</sentence>`;
    });
    return `<?xml version="1.0"?>\n<corpus><sentence><meta id="x"/></sentence>${sentences.join('')}</corpus>`;
  };

test.each([
  ['NameTag', nameTag('token', 'ne')],
  ['words in names', nameTag('w', 'nam')],
  ['tags as attributes', tagged((word, tag) => `<w pos="N" ner="${tag}">${word}</w>`)],
  ['words and tags as attributes', tagged((word, tag) => `<token form="${word}" tag="${tag}"/>`)],
  ['tags as children', tagged((word, tag) => `<tok><orth>${word}</orth><pos>N</pos><iob>${tag}</iob></tok>`)],
  ['TEI of ParlaMint', tei((type) => `<name type="${type}">`, '</name>')],
  ['TEI of ssj500k', tei((type) => `<seg type="name" subtype="${type}">`, '</seg>')],
  ['KPWr', ccl(false)],
  ['KPWr in the older form', ccl(true)],
  ['TCF', tcf],
  ['FoLiA', folia],
  ['NAF', naf],
  ['CoreNLP', coreNlp],
])('%s: tokens are elements, to which entities refer', (kind, write) => {
  fc.assert(
    fc.property(texts, (some) => {
      const text = numbered(
        kind === 'CoreNLP' ? some.map((sentence) => sentence.map((word) => ({ ...word, goesOn: true }))) : some,
      );
      const corpus = readText(write(text), {}, 'a.xml');
      const plain = (word: string) => word.replace('&amp;', '&');
      expect(tokensOf(corpus)).toEqual(some.map((sentence) => sentence.map(({ word }) => plain(word)).join(' ')));
      expect(entitiesOf(corpus)).toEqual(
        text.flatMap(({ sentence, from, found }) =>
          found.map(({ type, at }) => `${type} ${at.map((t) => plain(sentence[t - from]!.word)).join(' ')}`),
        ),
      );
      expect(corpus.question).toBeUndefined();
      const isOfPhrases = corpus.problems.map(({ message }) => message.includes('phrases'));
      expect(isOfPhrases).toEqual(kind.startsWith('KPWr') ? [true] : []);
    }),
    { numRuns: 50 },
  );
});

test('words that FoLiA has corrected are read as corrected, and entities of other tokens are named', () => {
  const corrected = '<w xml:id="w.1"><correction><new><t>Lin</t></new><original><t>Lni</t></original></correction></w>';
  const word = '<w xml:id="w.0"><morphology><morpheme><t>Ad</t></morpheme></morphology><t>Ada</t></w>';
  const entity = (...ids: string[]) => `<entity class="per">${ids.map((id) => `<wref id="${id}"/>`).join('')}</entity>`;
  const folia = (...entities: string[]) =>
    readText(`<FoLiA><text><s>${word}${corrected}</s><s><w xml:id="w.2"><t>left</t></w></s><entities>${entities.join('')}</entities></text></FoLiA>`, {}, 'a.xml'); // prettier-ignore
  const corpus = folia(entity('w.0', 'w.1'));
  expect([entitiesOf(corpus), corpus.problems]).toEqual([['per Ada Lin'], []]);
  for (const ids of [['w.9'], ['w.1', 'w.2']]) {
    const { problems } = folia(entity('w.0'), entity(...ids));
    expect(problems.map(({ message }) => message).join()).toContain('beyond a sentence, or whose tokens are not in');
  }
  expect(() => readText('<FoLiA><text><s><w xml:id="w"/></s></text></FoLiA>', {}, 'a.xml')).toThrow(
    'no text in the token in line 1',
  );
});

test('an entity in parts is one, which is said, and a file without entities has none', () => {
  const text = numbered([[{ word: 'Ada', type: '', goesOn: false }, { word: 'and', type: '', goesOn: false }, { word: 'Lin', type: '', goesOn: false }]]); // prettier-ignore
  const parts = readText(tcf([{ ...text[0]!, found: [{ type: 'PER', at: [0, 2] }] }]), {}, 'a.xml');
  expect(entitiesOf(parts)).toEqual(['PER Ada and Lin']);
  expect(parts.problems.map(({ message }) => message).join()).toContain('discontinuous');
  const none = readText(tcf(text).replace(/<tc:namedEntities.*<\/tc:namedEntities>/, ''), {}, 'a.xml');
  expect(none.sentences).toMatchObject([{ tokens: ['Ada', 'and', 'Lin'], tags: [] }]);
});
