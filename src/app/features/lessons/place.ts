import { isLanguage, type Language } from '../../../lessons/languages.ts';
import { isTaskName, type TaskName } from '../../../lessons/tasks/registry.ts';

/** How a chapter is shown. */
export type LessonView = 'read' | 'lecture' | 'worksheet';

const VIEWS: readonly LessonView[] = ['read', 'lecture', 'worksheet'];

/** A place in the lessons, as it is in an address. */
export interface LessonPlace {
  /** Name of the chapter's folder; undefined: the list. */
  chapter: string | undefined;
  view: LessonView;
  /** The section of the lecture view, from 0. */
  slide: number;
  task: TaskName | undefined;
  level: number;
  /** Decides on the numbers of the tasks. */
  seed: number;
  /** Undefined: as the reader prefers. */
  language: Language | undefined;
}

const NAMES = ['lesson', 'view', 'slide', 'task', 'level', 'seed', 'lang'] as const;

/** Reads `lesson=10-viterbi&task=viterbi&level=2&seed=7`. Invalid values are ignored. */
export function readPlace(parameters: URLSearchParams): LessonPlace {
  const [chapter, view, slide, task, level, seed, language] = NAMES.map((name) => parameters.get(name) ?? undefined);
  const integer = (text: string | undefined) => {
    const value = Number(text);
    return Number.isSafeInteger(value) && value > 0 ? value : 1;
  };
  return {
    chapter,
    view: VIEWS.find((one) => one === view) ?? 'read',
    slide: integer(slide) - 1,
    task: isTaskName(task) ? task : undefined,
    level: integer(level),
    seed: integer(seed),
    language: isLanguage(language) ? language : undefined,
  };
}

/** Removes a place from the parameters of an address. */
export function clearPlace(parameters: URLSearchParams): void {
  for (const name of NAMES) parameters.delete(name);
}

/** Writes a place into the parameters of an address, and leaves out what is as by default. */
export function writePlace(
  parameters: URLSearchParams,
  { chapter, view, slide, task, level, seed, language }: LessonPlace,
): void {
  clearPlace(parameters);
  if (chapter !== undefined) parameters.set('lesson', chapter);
  if (view !== 'read') parameters.set('view', view);
  if (view === 'lecture' && slide > 0) parameters.set('slide', String(slide + 1));
  if (task !== undefined) parameters.set('task', task);
  if (task !== undefined && level > 1) parameters.set('level', String(level));
  if (seed > 1) parameters.set('seed', String(seed));
  if (language !== undefined) parameters.set('lang', language);
}
