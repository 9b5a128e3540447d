import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';
import { requireReadable } from '../read-corpus.ts';
import { ENTITIES, TEXT } from './example-text.testing.ts';

const read = (...records: unknown[]) =>
  readText(`${records.map((record) => JSON.stringify(record)).join('\n')}\n`, {}, 'a.jsonl');
const turns = (...texts: unknown[]) =>
  texts.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }));
const chat = (...texts: unknown[]) => ({ messages: [{ role: 'system', content: 'Find.' }, ...turns(...texts)] });
const entities = [
  { text: 'Ada Byrne', label: 'PER' },
  { text: 'Varde', label: 'LOC' },
];
const json = JSON.stringify(entities);

test.each<[string, object]>([
  ['a list of entities', chat(TEXT, json)],
  ['an object with a list', chat(TEXT, JSON.stringify({ entities }))],
  ['an object of types', chat(TEXT, JSON.stringify({ PER: ['Ada Byrne'], LOC: ['Varde'] }))],
  ['a block of code', chat(TEXT, `\`\`\`json\n${json}\n\`\`\``)],
  ['examples before it', chat('Bo left.', '[]', TEXT, json)],
  ['contents in parts (Gemini)', { systemInstruction: { parts: [{ text: 'Find.' }] }, contents: turns(TEXT, json).map(({ role, content }) => ({ role: { user: 'user', assistant: 'model' }[role], parts: [{ text: content }] })) }], // prettier-ignore
  ['the text again, with its entities marked', chat(`Mark the names:\n${TEXT}`, TEXT.replace('Ada Byrne', '<PER>Ada Byrne</PER>').replace('Varde', '<LOC>Varde</LOC>'))], // prettier-ignore
  ['the call of a function', { messages: [{ role: 'user', content: TEXT }, { role: 'assistant', content: null, tool_calls: [{ type: 'function', function: { name: 'x', arguments: JSON.stringify({ PER: ['Ada Byrne'], LOC: ['Varde'] }) } }] }] }], // prettier-ignore
  ['the call of a function, as it was written before', { messages: [{ role: 'user', content: TEXT }, { role: 'assistant', content: null, function_call: { name: 'x', arguments: json } }] }], // prettier-ignore
  ['the use of a tool (Anthropic)', { messages: [{ role: 'user', content: TEXT }, { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'x', input: { entities } }] }] }], // prettier-ignore
  ['messages in parts', chat([{ type: 'text', text: TEXT }], [{ type: 'text', text: json }])],
  [
    'other names of roles',
    { conversations: turns(TEXT, json).map(({ role, content }) => ({ from: { user: 'human', assistant: 'gpt' }[role], value: content })) }, // prettier-ignore
  ],
  [
    'a question for each type',
    {
      conversations: turns(
        `Text: ${TEXT}`,
        'I have read it.',
        'What describes PER in the text?',
        '["Ada Byrne"]',
        'What describes LOC in the text?',
        '["Varde"]',
      ),
    },
  ],
])('a chat whose answer is %s', (_, record) => {
  const corpus = read(record, chat('It rained.', '[]'));
  expect(corpus.question).toBeUndefined();
  expect([corpus.documents, entitiesOf(corpus)]).toEqual([2, ENTITIES]);
  expect(tokensOf(corpus)).toEqual(['😀 Ada Byrne saw Varde .', 'It rained .', 'It rained .']);
  expect(corpus.problems.map(({ message }) => message)).toContain(
    '2 of 2 objects have a chat: its text is all that the user wrote, also an instruction before the text.',
  );
});

test('a chat without annotations is none', () => {
  expect(() => requireReadable(read(chat(TEXT, 'Ada Byrne saw it, I think.')))).toThrow('cannot be used');
});

test('an answer that begins a block of code of 100,000 lines is examined once', () => {
  expect(read(chat(TEXT, `\`\`\`json${'\n'.repeat(100_000)}`)).sentences).toEqual([]);
});
