import type { TextToken } from '../text/tokenizer.ts';
import { coverText, inSentences } from './records/given-tokens.ts';
import type { AnnotatedText, WrittenSpan } from './records/record.ts';

/** A feature structure of a CAS: the text, an annotation, or something else. */
export interface CasStructure {
  /** The name of its type, without the package. */
  layer: string;
  /** What `sofa` of an annotation refers to. */
  id: string | undefined;
  /** Undefined: that of the text. */
  sofa: string | undefined;
  features: Readonly<Record<string, unknown>>;
}

/** Features that hold the type of an entity; in a layer of the user's own it may be another one, if it has only one. */
const TYPES = ['value', 'label', 'type', 'category', 'tag', 'entityType'];
const NO_TYPE = /^(begin|end|sofa|sofaString|id|identifier|xmi:id)$|^[%@^]/;
/** Annotations that are not entities. */
const OTHERS =
  /^(DocumentMetaData|DocumentAnnotation|Tag(set)?Description|Lemma|Stem|POS\w*|MorphologicalFeatures|Dependency|ROOT|Sofa|Segment|NewlineToken|\w*TreebankNode|ConllDependencyNode|LookupWindowAnnotation)$/;
/** Tokens of DKPro and of cTAKES. */
const TOKEN = /^(?:Word|Num|Punctuation|Symbol|Contraction)?Token$/;
/** Mentions of cTAKES: each is a layer, and a type. */
const CLINICAL =
  /^(?:DiseaseDisorder|Medication|SignSymptom|Procedure|AnatomicalSite|Lab|Date|Time|Measurement|FractionAnnotation|Event|Entity)Mention$/;
/** Spans that DKPro defines. A layer of the user's own has precedence. */
const BUILT_IN = /^(Chunk|Constituent|Sem(Arg|Pred)|Coreference\w+|SurfaceForm|Heading|Div|Paragraph|Compound|NGram)$/;

/**
 * The text of the first Sofa that has one, with its named entities, or else those of a layer of the user's own, or of the first layer.
 *
 * @returns undefined without a text
 */
export function readCas(structures: readonly CasStructure[]): AnnotatedText | undefined {
  const sofa = structures.find(({ features }) => typeof features['sofaString'] === 'string');
  if (sofa === undefined) return undefined;
  const text = sofa.features['sofaString'] as string;
  const tokens: TextToken[] = [];
  const sentences: number[] = [];
  const layers = new Map<string, WrittenSpan[]>();
  const unread = new Map<string, string[]>(); // features of layers that may have the type
  let [elsewhere, unplaced] = [0, 0];
  for (const { layer, sofa: own, features } of structures) {
    if (OTHERS.test(layer) || isRelation(features)) continue;
    if (features['begin'] === undefined && features['end'] === undefined) continue; // no annotation
    if (own !== undefined && own !== sofa.id) {
      elsewhere++;
      continue;
    }
    const [start, end] = [Number(features['begin'] ?? 0), Number(features['end'])]; // JSON may leave out zeros
    if (!Number.isInteger(start) || !Number.isInteger(end)) unplaced++;
    else if (TOKEN.test(layer)) tokens.push({ text: text.slice(start, end), start, end });
    else if (layer === 'Sentence') sentences.push(start);
    else {
      const usual = TYPES.find((name) => isName(features[name]));
      const further = usual === undefined ? Object.keys(features).filter((name) => !NO_TYPE.test(name)) : [];
      const named = further.filter((name) => isName(features[name]));
      const type = usual ?? (named.length === 1 ? named[0] : undefined);
      if (named.length > 1) unread.set(layer, named);
      const spans = layers.get(layer) ?? [];
      spans.push({ start, end, type: type === undefined ? layer : String(features[type]), unit: 'UTF-16 units' });
      layers.set(layer, spans);
    }
  }
  const clinical = [...layers.keys()].filter((layer) => CLINICAL.test(layer));
  if (clinical.length > 0 && !layers.has('NamedEntity')) {
    const mentions = clinical.flatMap((layer) =>
      layers.get(layer)!.map((span) => ({ ...span, type: layer.replace(/Mention$/, '') })),
    );
    layers.clear();
    layers.set('mentions', mentions);
  }
  const names = [...layers.keys()];
  const chosen = layers.has('NamedEntity') ? 'NamedEntity' : (names.find((name) => !BUILT_IN.test(name)) ?? names[0]);
  const others = names.filter((name) => name !== chosen);
  tokens.sort((a, b) => a.start - b.start);
  const starts = sentences.length > 0 ? sentences.toSorted((a, b) => a - b) : undefined;
  const features = unread.get(chosen ?? '');
  return {
    text,
    spans: chosen === undefined ? [] : layers.get(chosen)!,
    ...(tokens.length > 0 && coverText(text, tokens) && { sentences: inSentences(text, tokens, starts) }),
    notes: [
      ...(features === undefined ? [] : [`types in features (${features.join(', ')}): the layer ${chosen} was taken`]),
      ...(others.length > 0 ? [`further layers (${others.join(', ')}): only ${chosen} was read`] : []),
      ...(elsewhere > 0 ? [`annotations of other texts (Sofas): ${elsewhere} were left out`] : []),
      ...(unplaced > 0 ? [`annotations without a place in the text: ${unplaced} were left out`] : []),
    ],
  };
}

/** Whether a value may name a type: references are numbers. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !/^\d+$/.test(value);
}

/** Whether it is an arc between two annotations. JSON puts an @ before references. */
function isRelation(features: CasStructure['features']): boolean {
  return ['', '@'].some((at) => features[`${at}Governor`] !== undefined && features[`${at}Dependent`] !== undefined);
}
