import { conflictsOf } from '../../../../annotation/agreement/adjudication.ts';
import { compareAnnotations } from '../../../../annotation/agreement/agreement.ts';
import { alignSentences } from '../../../../annotation/agreement/alignment.ts';
import { unpackSentences } from '../../../../annotation/sets/packed-sentences.ts';
import { DEFAULT_TYPES, spanTypes, type NewSentence, type SpanType } from '../../../../annotation/sets/set.ts';
import { StudioError } from '../../../../lib/errors.ts';
import { forEachInSlices } from '../../../../lib/event-loop.ts';
import { ask } from '../../../trainer/bridge.ts';
import { query } from '../../../trainer/query.ts';
import { annotationLog, historyOf } from '../storage/annotation-log.ts';
import {
  agreementChanged,
  openSentencesCounted,
  useAgreementStore,
  type AnnotationSource,
  type ComparedAnnotations,
  type ReadAnnotations,
} from './store.ts';

/** Two annotations of the same text, each a set or a file. */
const comparing = query(async (sources: readonly [AnnotationSource, AnnotationSource]) => {
  const sides = [await readSource(sources[0]), await readSource(sources[1])] as const;
  const sentences = [sides[0].sentences, sides[1].sentences] as const;
  const alignment = alignSentences(...sentences);
  if (alignment.pairs.length === 0) {
    throw new StudioError(
      'BadCorpus',
      `${sources[0].name} and ${sources[1].name} have no sentence in common. Choose two annotations of the same text.`,
    );
  }
  const types = commonTypes(sides.flatMap((side) => side.types), sentences.flat()); // prettier-ignore
  return compared({ names: distinctNames(sources), sentences, types, alignment }, false);
});

comparing.subscribe((answer) => {
  if (answer.phase === 'running') agreementChanged({ phase: 'reading' });
  if (answer.phase === 'done') agreementChanged({ phase: 'done', compared: answer.value });
  if (answer.phase === 'failed') agreementChanged({ phase: 'failed', error: answer.error });
});

export const compareSources = comparing.ask;

/** Repeats the comparison. @param isOpenCounted whether open sentences count as annotated */
export function countOpenSentences(isOpenCounted: boolean): void {
  const { outcome } = useAgreementStore.getState();
  if (outcome.phase !== 'done') return;
  openSentencesCounted(compared(outcome.compared, isOpenCounted), isOpenCounted);
}

/** Two files may have the same name, in two folders. */
function distinctNames([first, second]: readonly [AnnotationSource, AnnotationSource]): [string, string] {
  return first.name === second.name ? [`${first.name} (1)`, `${second.name} (2)`] : [first.name, second.name];
}

interface ReadSide {
  sentences: readonly NewSentence[];
  types: readonly SpanType[];
}

async function readSource(source: AnnotationSource): Promise<ReadSide> {
  if (source.kind === 'set') return (await historyOf(await annotationLog.lines(source.id))).set;
  const params = source.kind === 'file' ? { files: [source.file], ids: [] } : { files: [], ids: [source.id] };
  const answer = await ask('readTexts', params);
  const [rejected] = answer.rejected;
  if (rejected !== undefined) throw new StudioError('BadInput', rejected.error.message);
  const sentences: NewSentence[] = [];
  await forEachInSlices(unpackSentences(answer.sentences), (sentence) => sentences.push(sentence));
  return { sentences, types: [] };
}

/** Types of the sets with their keys and colours, then those of the files. */
function commonTypes(known: readonly SpanType[], sentences: readonly NewSentence[]): SpanType[] {
  const names = new Set(sentences.flatMap(({ spans }) => spans.map(({ type }) => type)));
  const own = known.filter(({ name }, i) => known.findIndex((type) => type.name === name) === i);
  const usual = DEFAULT_TYPES.filter(({ name }) => names.has(name));
  const isClear = own.every((type, i) => own.findIndex(({ key }) => key === type.key) === i);
  return spanTypes([...names], own.length === 0 ? usual : isClear ? own : spanTypes(own.map(({ name }) => name)));
}

/** Compares two annotations of the same sentences, which have been read already. */
export function compareSides(
  names: readonly [string, string],
  sentences: readonly [readonly NewSentence[], readonly NewSentence[]],
  types: readonly SpanType[],
): ComparedAnnotations {
  return compared({ names, sentences, types, alignment: alignSentences(...sentences) }, false);
}

function compared(read: ReadAnnotations, isOpenCounted: boolean): ComparedAnnotations {
  const { sentences, alignment } = read;
  const isCounted = ({ state }: NewSentence) => state === 'accepted' || (isOpenCounted && state === 'open');
  const indices = alignment.pairs.flatMap(({ first, second }, index) =>
    isCounted(sentences[0][first]!) && isCounted(sentences[1][second]!) ? [index] : [],
  );
  const pairs = indices.map((index) => alignment.pairs[index]!);
  const comparison = compareAnnotations(pairs);
  return { ...read, compared: indices, pairs, comparison, conflicts: conflictsOf(comparison.differences) };
}
