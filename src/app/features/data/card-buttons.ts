import type { FileId } from '../../../workers/wire/protocol.ts';

export type CardId = FileId | 'model';

/** Each brings the other, and the focus goes from one to the other: their ids in the document. */
export const removeButton = (id: CardId | undefined): string => `remove-${id}`;
export const undoButton = (id: CardId | undefined): string => `undo-${id}`;
