import { valueIn } from '../containers/list-cell.ts';
import { entitiesInLines } from './answer-lines.ts';
import { mayHaveTypes } from './kinds/quoted-entities.ts';
import { occurs } from './quoted-places.ts';
import { codePointOffsets } from '../../../lib/code-points.ts';
import { markedAnswer } from './marked-answers.ts';
import { isObject, isStrings, type JsonObject } from '../json/values.ts';

const LISTS = ['messages', 'conversations', 'conversation', 'dialogue', 'contents'];
const ROLES: Readonly<Record<string, 'user' | 'assistant'>> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  model: 'assistant',
  gpt: 'assistant',
  bot: 'assistant',
};
/** A block of code around an answer. */
const FENCED = /^```\w{0,10}[ \t\r]{0,20}\n([^`]*)```$/;
/** A question of Universal NER, which is asked of each type. */
const QUESTION = /^What describes (.{1,100}) in the text\?$/;

/**
 * The record of a chat that teaches a language model to find entities: its `text` is what the user wrote last, its
 * `entities` are the JSON of the answer. In the chats of Universal NER, each answer lists the entities of one type.
 * Undefined if it is no such chat.
 */
export function ofChat(record: JsonObject): JsonObject | undefined {
  const turns = LISTS.map((name) => turnsIn(record[name])).find((found) => found !== undefined);
  if (turns === undefined) return undefined;
  const [asked, answered] = turns.slice(-2);
  const byType = turns.slice(2).flatMap(({ text }, i, rest) => (i % 2 === 0 ? typeAsked(text, rest[i + 1]!.text) : []));
  if (byType.length > 0 && 2 * byType.length === turns.length - 2)
    return { ...record, text: turns[0]!.text.replace(/^Text: /, ''), entities: Object.fromEntries(byType) };
  const [, fenced = answered!.text] = FENCED.exec(answered!.text.trim()) ?? [];
  const marked = markedAnswer(asked!.text, fenced);
  if (marked !== undefined) {
    const pointOf = codePointOffsets(marked.text);
    const entities = marked.spans.map(({ start, end, type }) => [pointOf(start), pointOf(end), type]);
    return { ...record, text: marked.text, entities };
  }
  const answer =
    fenced.trim() === ''
      ? undefined
      : (valueIn(fenced) ?? entitiesInLines(fenced, (words) => occurs(asked!.text, words)));
  if (answer === undefined || (isObject(answer) && !mayHaveTypes(answer))) return undefined;
  const list = isObject(answer)
    ? Object.values(answer).find((value) => Array.isArray(value) && !isStrings(value))
    : undefined;
  const isByType = isObject(answer) && list === undefined && Object.keys(answer).length > 0;
  return { ...record, text: asked!.text, ...(isByType ? { output: answer } : { entities: list ?? answer }) };
}

interface Turn {
  role: 'user' | 'assistant';
  text: string;
}

/** The messages of a user and an assistant in turn, without those of the system. */
function turnsIn(list: unknown): Turn[] | undefined {
  if (!Array.isArray(list) || !list.every(isObject)) return undefined;
  const turns = list.flatMap(({ role, from, content, value, parts, tool_calls: calls, function_call: call }) => {
    const said = textOf(content ?? value ?? parts);
    const [who, text] = [ROLES[String(role ?? from)], said ?? argumentsOf(call ?? calls ?? content)];
    return who === undefined || text === undefined ? [] : [{ role: who, text }];
  });
  const areInTurn = turns.every(({ role }, i) => role === (i % 2 === 0 ? 'user' : 'assistant'));
  return turns.length > 0 && turns.length % 2 === 0 && areInTurn ? turns : undefined;
}

/** A text, or the only one of its parts. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content.filter(isObject).map(({ text }) => text) : [];
  return parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : undefined;
}

/** What the only call of a function is given, as JSON: `"tool_calls": [{"function": {"arguments": …}}]`, or `"input"` in Anthropic's chats. */
function argumentsOf(written: unknown): string | undefined {
  const calls = [written].flat().filter(isObject);
  const given = calls.flatMap((call) => {
    const { arguments: own, input } = isObject(call['function']) ? call['function'] : call;
    return own ?? (call['type'] === 'tool_use' ? input : undefined) ?? [];
  });
  const [only] = given;
  if (given.length !== 1 || only === undefined) return undefined;
  return typeof only === 'string' ? only : JSON.stringify(only);
}

/** The type of a question of Universal NER, and the texts of its entities. */
function typeAsked(question: string, answer: string): [string, string[]][] {
  const [, type] = QUESTION.exec(question.trim()) ?? [];
  const texts = type === undefined ? undefined : valueIn(answer);
  return isStrings(texts) ? [[type!, texts]] : [];
}
