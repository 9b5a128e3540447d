import { ace } from './kinds/ace.ts';
import { autoMl } from './kinds/auto-ml.ts';
import { azure } from './kinds/azure.ts';
import { bigBio } from './kinds/big-bio.ts';
import { brat } from './kinds/brat.ts';
import { casJson } from './kinds/cas-json.ts';
import { casie } from './kinds/casie.ts';
import { ofChat } from './chat.ts';
import { conceptRanges } from './kinds/concept-ranges.ts';
import { datasaur } from './kinds/datasaur.ts';
import { luis } from './kinds/luis.ts';
import { machineDialogues, taskmaster } from './kinds/dialogues.ts';
import { docRed } from './kinds/doc-red.ts';
import { episodes } from './kinds/episodes.ts';
import { groundTruth } from './kinds/ground-truth.ts';
import { joinedTags } from './kinds/joined-tags.ts';
import { intentTrees } from './kinds/intent-trees.ts';
import { kili } from './kinds/kili.ts';
import { knowtator } from './kinds/knowtator.ts';
import { labelbox } from './kinds/labelbox.ts';
import { labelStudio } from './kinds/label-studio.ts';
import {
  argilla,
  bioc,
  cluener,
  dataturks,
  pubAnnotation,
  spacyExample,
  spacyTraining,
} from './kinds/more-text-kinds.ts';
import { multiWoz } from './kinds/multi-woz.ts';
import { nestedSentences } from './kinds/nested-sentences.ts';
import { instructionNote, promptOf, withoutInstruction } from './instructions.ts';
import type { JsonObject } from '../json/values.ts';
import type { RecordContent, RecordKind, RecordOptions } from './record.ts';
import { markedText } from './kinds/marked-text.ts';
import { quotedEntities, sentenceMentions, typeFields } from './kinds/quoted-entities.ts';
import { relationArguments } from './kinds/relation-arguments.ts';
import { slurp } from './kinds/slurp.ts';
import { tableMentions } from './kinds/table-mentions.ts';
import { dialogueFrames, slotPositions } from './kinds/slot-positions.ts';
import { textSpans } from './kinds/text-spans.ts';
import { withoutNesting } from './kinds/nested-text.ts';
import { taggedFields } from './tagged-fields.ts';
import { tagtog } from './kinds/tagtog.ts';
import { textParts } from './kinds/text-parts.ts';
import { dygie, gliner, tokensWithSpans, w2ner } from './kinds/token-spans.ts';
import { watson } from './kinds/watson.ts';

/** The kinds of records, the more specific ones first. Tokens with tags are read by `RecordReader`. */
export const RECORD_KINDS: readonly RecordKind[] = [
  taggedFields,
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

function contentOf(written: JsonObject, options: RecordOptions): RecordContent | string | undefined {
  const record = withOwnPrompt(written, options);
  for (const { read } of RECORD_KINDS) {
    const content = read(record, options);
    if (content !== undefined)
      return record === written ? content : noted(content, instructionNote(options.instruction!));
  }
  const chat = ofChat(record);
  const lifted = chat === undefined ? withoutNesting(record) : withOwnText(chat, options);
  if (lifted === undefined) return undefined;
  const content = quotedEntities.read(lifted, options) ?? textSpans.read(lifted, options);
  if (chat === undefined || content === undefined) return content;
  const isWhole = lifted['text'] === chat['text'];
  return noted(content, isWhole ? CHAT : instructionNote(options.instruction!));
}

/** A record whose prompt has only the text. */
function withOwnPrompt(record: JsonObject, { instruction }: RecordOptions): JsonObject {
  const prompt = instruction && promptOf(record);
  if (prompt === undefined) return record;
  const own = withoutInstruction(prompt, instruction!);
  return own === prompt ? record : { ...record, prompt: own };
}

function withOwnText(chat: JsonObject, { instruction }: RecordOptions): JsonObject {
  const { text } = chat;
  return instruction && typeof text === 'string' ? { ...chat, text: withoutInstruction(text, instruction) } : chat;
}

function noted(content: RecordContent | string, note: string): RecordContent | string {
  if (typeof content === 'string' || 'sentences' in content) return content;
  return { ...content, texts: content.texts.map((text) => ({ ...text, notes: [...(text.notes ?? []), note] })) };
}

const CHAT = 'a chat: its text is all that the user wrote, also an instruction before the text';

/** The prompts of records, or what users wrote in chats. */
export function promptsOf(records: readonly JsonObject[]): string[] {
  return records.flatMap((record) => {
    const prompt = promptOf(record) ?? ofChat(record)?.['text'];
    return typeof prompt === 'string' ? [prompt] : [];
  });
}
