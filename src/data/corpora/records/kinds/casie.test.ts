import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../../test/helpers/read-text.ts';

const argument = (type: string, startOffset: number, text: string) => ({
  index: 'T1',
  type,
  startOffset,
  endOffset: startOffset + text.length,
  text,
  role: { type: 'Victim' },
});
const event = (...args: object[]) => ({
  index: 'E1',
  type: 'Attack',
  subtype: 'Phishing',
  nugget: { startOffset: 4, endOffset: 11, text: 'phished', index: 'T9' },
  argument: args,
});
const report = (content: string, ...events: object[]) =>
  JSON.stringify({
    cyberevent: { hopper: [{ index: 0, events }] },
    sourcefile: '1.txt',
    info: { type: 'text' },
    content,
  });

test('the arguments of all events are entities, each once; nuggets are not read', () => {
  const [bo, acme] = [argument('Person', 0, 'Bo'), argument('Organization', 14, 'Acme')];
  const corpus = readText(report('Bo 😀 phished Acme.', event(bo, acme), event(acme)), {}, '1.json');
  expect(entitiesOf(corpus)).toEqual(['Person Bo', 'Organization Acme']);
  expect(corpus.question).toBeUndefined();
  expect(corpus.problems.map(({ message }) => message)).toEqual([
    '1 of 1 objects have nuggets of events and roles of arguments, which were not read.',
  ]);
});

test('reports without events have no entities, and malformed arguments are listed', () => {
  expect(entitiesOf(readText(report('All was calm.'), {}, '1.json'))).toEqual([]);
  const { problems } = readText(report('Bo ran.', event({ type: 'Person' })), {}, '1.json');
  expect(problems.map(({ message }) => message).join()).toContain(
    'expected an object with startOffset, endOffset and type',
  );
});

test('offsets of another text are refused, and not read at these places', () => {
  const { problems, sentences } = readText(
    report('Bo phished Acme.', event(argument('Person', 4, 'women'))),
    {},
    '1.json',
  );
  expect(sentences).toEqual([]);
  expect(problems.map(({ message }) => message).join()).toContain(
    'count in another text than content, such as 4 of "women"',
  );
});
