import type { ColumnRole } from '../../column-layout.ts';

/** Usual names of columns in headers, in English and other languages. The first that matches counts. */
const NAMES: readonly [RegExp, ColumnRole][] = [
  [
    /^(pred(icted|iction|ictions|s)?|hyp(othesis)?|system|y_pred|output)([ _-]?(tags?|labels?|ner|entity))?$/i,
    'prediction',
  ],
  [/^(tags?|labels?|ner|ne|iob|bio)[ _-]?(pred(icted|iction)?|system)$/i, 'prediction'],
  [
    /^(words?|tokens?|forms?|text|surface|mots?|formes?|w(o|ö)rt(er)?|palabras?|parola|parole|palavras?|woord(en)?|ord|słow[oa]|slovo|слов[оа]|токен|λέξη|kelime|từ|kata|sana|단어|単語|词|單詞|单词|字|szó|cuvânt|tok|كلمة|מילה|शब्द|คำ|word[ _-]?form|wortform|surface[ _-]?form|token[ _-]?text|lexeme|term)$/iu,
    'token',
  ],
  [/^(gold|true|truth|y_true)([ _-]?(tags?|labels?|ner))?$|^(tags?|labels?|ner|ne)[ _-]?(gold|true)$/i, 'tag'],
  [
    /^(tags?|labels?|ner|ner[_ -]?(tags?|labels?|iob2?|bio)|ne|ne[_ -]?(tags?|labels?|coarse[_ -]?lit)|entity|entities|entity[_ -]?(tags?|labels?)|iob2?|bio|bioes|bilou|[ée]tiquettes?|etiquetas?|etichett[ae]|etikett(en)?|etiket|marca|entit(é|és|ät|äten|à)|entidad(es)?|тег|метка|тэг|nhãn|标签|標籤|标注|ラベル|タグ|태그|znacka|značka|etykieta|etichetă|címke|classe|luokka|ετικέτα|وسم|תג|टैग|ป้าย|named[ _-]?entit(y|ies)([ _-]?(tags?|labels?))?|ne[ _-]?tag|ent(ity)?[ _-]?type|bio[ _-]?tags?|cls|class|category|annotation)$/iu,
    'tag',
  ],
  [/^ne[_ -](coarse|fine|nested)[_ -]?\w*$/i, 'layer'],
  [/^(sentence|sent|satz|phrase|oraci[oó]n|frase)[ _-]?(#|id|ids|no|nr|num|number|idx|index)?$/i, 'sentence'],
  [/^(document|doc|file|article|dokument)[ _-]?(#|id|no|nr|num|number|idx|index|name|title)?$/i, 'document'],
  [
    /^(|#|id|idx|index|no|nr|num|row|unnamed: ?\d+|token[ _-]?(id|index|idx|no|num|number)|word[ _-]?(id|index|idx|no|num|number)|position)$/i,
    'index',
  ],
  [/^(start|end|begin|offset|char)([ _-]?(start|end|begin|char|offset|pos))?$/i, 'offset'],
  [/^(prob(ability)?|conf(idence)?|score|certainty|logprob)$/i, 'probability'],
  [/^(misc)$/i, 'marks'],
  [
    /^(lemma|lemmas|lemme|pos|upos|xpos|cpos|ppos|part[ _-]of[ _-]speech|(u|x|c)?pos[_ -]?tags?|chunks?|chunk[_ -]?tags?|synt|shape|case|feats?|features?|morph|dep(rel|s)?|head|speaker|lang(uage)?|dep[_ -]?tags?|nel[_ -]\w+)$/i,
    'feature',
  ],
];

/** The role that a column name of a header means; undefined if it could be any. */
export function roleOfName(name: string): ColumnRole | undefined {
  return NAMES.find(([pattern]) => pattern.test(name))?.[1];
}
