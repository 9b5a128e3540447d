import { ace } from './ace.ts';
import { autoMl } from './auto-ml.ts';
import { azure } from './azure.ts';
import { bigBio } from './big-bio.ts';
import { brat } from './brat.ts';
import { casJson } from './cas-json.ts';
import { casie } from './casie.ts';
import { ofChat } from './chat.ts';
import { conceptRanges } from './concept-ranges.ts';
import { datasaur } from './datasaur.ts';
import { luis } from './luis.ts';
import { machineDialogues, taskmaster } from './dialogues.ts';
import { docRed } from './doc-red.ts';
import { episodes } from './episodes.ts';
import { groundTruth } from './ground-truth.ts';
import { joinedTags } from './joined-tags.ts';
import { intentTrees } from './intent-trees.ts';
import { kili } from './kili.ts';
import { knowtator } from './knowtator.ts';
import { labelbox } from './labelbox.ts';
import { labelStudio } from './label-studio.ts';
import { argilla, bioc, cluener, dataturks, pubAnnotation, spacyExample, spacyTraining } from './more-text-kinds.ts';
import { multiWoz } from './multi-woz.ts';
import { nestedSentences } from './nested-sentences.ts';
import type { JsonObject } from '../json/values.ts';
import type { RecordContent, RecordKind, RecordOptions } from './record.ts';
import { markedText } from './marked-text.ts';
import { quotedEntities, sentenceMentions, typeFields } from './quoted-entities.ts';
import { relationArguments } from './relation-arguments.ts';
import { slurp } from './slurp.ts';
import { tableMentions } from './table-mentions.ts';
import { dialogueFrames, slotPositions } from './slot-positions.ts';
import { textSpans } from './text-spans.ts';
import { withoutNesting } from './nested-text.ts';
import { tagtog } from './tagtog.ts';
import { textParts } from './text-parts.ts';
import { dygie, gliner, tokensWithSpans, w2ner } from './token-spans.ts';
import { watson } from './watson.ts';

/** The kinds of records, the more specific ones first. Tokens with tags are read by `RecordReader`. */
export const RECORD_KINDS: readonly RecordKind[] = [
  labelStudio,
  autoMl,
  labelbox,
  brat,
  conceptRanges,
  ace,
  knowtator,
  tagtog,
  tableMentions,
  casJson,
  textParts,
  azure,
  kili,
  groundTruth,
  watson,
  datasaur,
  argilla,
  slotPositions,
  dialogueFrames,
  taskmaster,
  machineDialogues,
  multiWoz,
  casie,
  episodes,
  slurp,
  intentTrees,
  relationArguments,
  sentenceMentions,
  nestedSentences,
  gliner,
  w2ner,
  dygie,
  docRed,
  spacyTraining,
  spacyExample,
  bigBio,
  bioc,
  pubAnnotation,
  dataturks,
  luis,
  quotedEntities,
  cluener,
  tokensWithSpans,
  joinedTags,
  textSpans,
  typeFields,
];

/**
 * Reads a record of any kind, also if its text or its spans are in an object of its own, or in a chat. Undefined if
 * it is of none, an error message if it is malformed.
 */
export function readRecord(record: JsonObject, options: RecordOptions): RecordContent | string | undefined {
  const content = contentOf(record, options);
  const isEmpty = options.markedField !== undefined && !hasSpans(content);
  return (isEmpty ? markedText.read(record, options) : undefined) ?? content;
}

/** Whether a record annotates anything: tokens, or a text with spans. */
export function hasSpans(content: RecordContent | string | undefined): boolean {
  if (typeof content !== 'object') return false;
  return 'sentences' in content || content.texts.some(({ spans = [] }) => spans.length > 0);
}

function contentOf(record: JsonObject, options: RecordOptions): RecordContent | string | undefined {
  for (const { read } of RECORD_KINDS) {
    const content = read(record, options);
    if (content !== undefined) return content;
  }
  const chat = ofChat(record);
  const lifted = chat ?? withoutNesting(record);
  if (lifted === undefined) return undefined;
  const content = quotedEntities.read(lifted, options) ?? textSpans.read(lifted, options);
  if (chat === undefined || typeof content !== 'object' || 'sentences' in content) return content;
  return { texts: content.texts.map((text) => ({ ...text, notes: [...(text.notes ?? []), CHAT] })) };
}

const CHAT = 'a chat: its text is all that the user wrote, also an instruction before the text';
