import { advance, type LogEntry, startOf } from '../sets/history.ts';
import { emptySet, type Action, type AnnotatedSentence, type AnnotationSet } from '../sets/set.ts';
import { sentence } from '../testing.ts';
import { MemoryFiles } from './files.ts';
import { mergeSet, type ProjectSet } from './merge.ts';
import { ownLines } from './own-lines.ts';
import { pullActions, withActions } from './pull.ts';
import { readProject } from './read-project.ts';

export const TEXT = ['Nora sails', 'Ivo stays', 'Ada leaves', 'Ivo stays'].map((text) => sentence(text));
export const MORE = [sentence('Ben arrives')];
export const WRITERS = ['ada-0001', 'ben-0002'] as const;

/** Two people, each with an own copy of a set and of the project's files. */
export class Person {
  readonly writer: string;
  log: LogEntry[] = [];
  /** Their copy of the project. */
  files = new Map<string, string>();
  at = 0;
  /** The last state that the person gave each sentence, and the line of it. */
  said = new Map<string, { id: string; own: AnnotatedSentence }>();

  constructor(writer: string) {
    this.writer = writer;
  }

  do(action: Action): void {
    this.log.push({ kind: 'do', at: this.at++, action });
  }

  /** Notes what a step of the person has changed. */
  async note(before: AnnotationSet): Promise<void> {
    const { keys, set } = await ownLines(this.log, this.writer);
    for (const [id, own] of set.sentences.entries()) {
      const former = before.sentences[id];
      const isNew = former === undefined && own.state === 'open';
      if (own.spans !== former?.spans && !isNew) this.said.set(keys[id]!, { id: `${this.writer}:${this.log.length - 1}`, own }); // prettier-ignore
    }
    for (const key of this.said.keys()) if (!keys.includes(key)) this.said.delete(key); // undone with its import
  }

  get set() {
    return this.log.reduce(advance, startOf(emptySet(''))).set;
  }

  /** Writes the own files. */
  async push(): Promise<void> {
    const { lines, texts } = await ownLines(this.log, this.writer);
    for (const [hash, contents] of texts) this.files.set(`texts/${hash}.jsonl`, contents);
    this.files.set(`log/${this.writer}.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  async pull(isAdopting = true): Promise<void> {
    if (this.files.size === 0) return;
    const project = await projectOf(this.files);
    const own = await ownLines(this.log, this.writer);
    const actions = pullActions(own, mergeSet(project), project, { writer: this.writer, isAdopting });
    this.log = withActions(this.log, actions, this.at++);
  }
}

/** What git does with two copies: files of one side are added, and the lines of both sides are joined. */
export function gitMerge(mine: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): Map<string, string> {
  const merged = new Map(mine);
  for (const [path, contents] of others) {
    const own = new Set((merged.get(path) ?? '').split('\n'));
    const added = contents.split('\n').filter((line) => line !== '' && !own.has(line));
    merged.set(path, (merged.get(path) ?? '') + added.map((line) => `${line}\n`).join(''));
  }
  return merged;
}

export async function projectOf(contents: ReadonlyMap<string, string>): Promise<ProjectSet> {
  const files = new MemoryFiles('project');
  for (const [path, text] of contents) await files.write(`sets/letters/${path}`, text);
  const { sets, problems } = await readProject(files);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return sets[0]!;
}
