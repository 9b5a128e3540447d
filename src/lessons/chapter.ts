/** An element of a text, or a piece of it. The page makes React elements of it: it may not parse HTML. */
export type TextNode = string | TextElement;

export interface TextElement {
  tag: string;
  attributes?: Readonly<Record<string, string>>;
  children: readonly TextNode[];
}

/** A part of a chapter with one thought, its figures beside it and its tasks below. */
export interface Section {
  title: string;
  text: readonly TextNode[];
  /** Names of figures. */
  figures: readonly string[];
  tasks: readonly TaskReference[];
}

export interface TaskReference {
  name: string;
  level: number;
}

/** What a chapter says of itself, at the top of its file. */
export interface ChapterFront {
  title: string;
  minutes: number;
  /** What the reader can do afterwards. */
  objectives: readonly string[];
  sources: readonly string[];
  /** For teachers: timing, common mistakes, a question for the class. */
  teaching: readonly string[];
}

/** A chapter as the build compiles it from Markdown. */
export interface Chapter extends ChapterFront {
  sections: readonly Section[];
}
