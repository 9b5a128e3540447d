import { mark } from '../../../../annotation/spans/actions.ts';
import { acceptPieces, piecesOf, refusePieces, type Piece } from '../../../../annotation/spans/pieces.ts';
import type { AnnotatedSentence, SentenceEdit } from '../../../../annotation/sets/set.ts';
import { serializeError } from '../../../../lib/errors.ts';
import { ask } from '../../../trainer/bridge.ts';
import { failureReported } from '../../../stores/notices.ts';
import { show } from '../desk/actions.ts';
import { annotationLearner } from '../learning/actions.ts';
import { suggestionsAdded, useAnnotationLearningStore } from '../learning/store.ts';
import { suggestionsFor } from '../learning/suggestions.ts';
import { annotationLog } from '../storage/annotation-log.ts';
import { selectSet, useAnnotationStore } from '../store.ts';
import { pieceSelected, piecesClosed, piecesLoaded, piecesOpened, usePiecesStore } from './store.ts';

/** Number of suggestions on one screen. */
export const SHOWN = 30;
/** Most open sentences whose suggestions are listed: the model tags them within seconds. */
export const MOST_SENTENCES = 2000;
/** Sentences per request, between which the trainer answers other requests. */
const CHUNK = 200;

const sentences = () => selectSet(useAnnotationStore.getState())?.sentences ?? [];

/** Lists the suggestions in open sentences: of the model, if there is one, else those of rules and files. */
export async function openPieces(): Promise<void> {
  piecesOpened();
  const { id: set } = useAnnotationStore.getState();
  const open = sentences()
    .filter(({ state }) => state === 'open')
    .slice(0, MOST_SENTENCES);
  if (set !== undefined) {
    try {
      await rulesApplied();
      await loadSuggestions(set, open);
    } catch (error) {
      failureReported('suggest entities', serializeError(error));
    }
  }
  if (useAnnotationStore.getState().id !== set || !usePiecesStore.getState().isOpen) return;
  piecesLoaded(new Map(open.map((sentence) => [sentence.id, suggestionsFor(sentence)])));
}

/** Resolves when the rules of the set are applied, there are none, or they could not be. */
function rulesApplied(): Promise<void> {
  const areApplied = () => {
    const { applied, problem } = useAnnotationLearningStore.getState();
    const rules = selectSet(useAnnotationStore.getState())?.rules ?? [];
    return rules.length === 0 || applied?.rules === rules || problem !== undefined;
  };
  if (areApplied()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = useAnnotationLearningStore.subscribe(areApplied, () => {
      stop();
      resolve();
    });
  });
}

/** Asks for the suggestions of the model, also of the next one if it is trained meanwhile, until the list is closed. */
async function loadSuggestions(set: string, open: readonly AnnotatedSentence[]): Promise<void> {
  const known = open.filter((sentence) => annotationLearner.knows(sentence));
  let asked = new Set<number>();
  let model: ReturnType<typeof currentModel>;
  while (useAnnotationStore.getState().id === set && usePiecesStore.getState().isOpen) {
    const { suggestions } = useAnnotationLearningStore.getState();
    if (currentModel() !== model) asked = new Set();
    model = currentModel();
    const wanted = known.map(({ id }) => id).filter((id) => !suggestions.has(id) && !asked.has(id));
    if (model === undefined || model.trainedOn === 0 || wanted.length === 0) return;
    const chunk = wanted.slice(0, CHUNK);
    chunk.forEach((id) => asked.add(id));
    const found = await ask('suggest', { set, sentences: chunk });
    if (currentModel() === model) suggestionsAdded(found);
  }
}

const currentModel = () => useAnnotationLearningStore.getState().result;

/** The suggestions that are listed, in order. */
export function listedPieces(): Piece[] {
  const { suggestions, ...filter } = usePiecesStore.getState();
  return piecesOf(sentences(), ({ id }) => suggestions.get(id) ?? [], filter);
}

function selectedPiece(): Piece | undefined {
  return listedPieces()[usePiecesStore.getState().selected];
}

function decide(edits: readonly SentenceEdit[]): void {
  if (edits.length === 0) return;
  annotationLog.do({ kind: 'edit', edits });
  select(usePiecesStore.getState().selected); // the list is shorter now
}

export function select(index: number): void {
  pieceSelected(Math.max(0, Math.min(index, Math.min(SHOWN, listedPieces().length) - 1)));
}

export const acceptListed = (pieces: readonly Piece[]) => decide(acceptPieces(pieces));
export const refuseListed = (pieces: readonly Piece[]) => decide(refusePieces(pieces));

/** The selected suggestion as a list, which may be empty. */
export const selection = (): Piece[] => [selectedPiece()].filter((piece) => piece !== undefined);

/** Marks the words of the selected suggestion with another type. */
export function retypePiece(type: string): void {
  const piece = selectedPiece();
  const edit = piece && mark(piece.sentence, piece.suggestion, type);
  if (edit !== undefined) decide([edit]);
}

/** Shows the sentence of the selected suggestion, to change its boundaries. */
export function openSentence(): void {
  const piece = selectedPiece();
  if (piece === undefined) return;
  piecesClosed();
  show(piece.sentence.id);
}
