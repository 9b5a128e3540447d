import { groupBy } from '../../../lib/group-by.ts';

/** Folders of this many texts may be classes. */
const FEWEST_TEXTS = 2;
/** Names of folders that are parts of the data. */
const PART =
  /^(train(ing|set)?|dev(el|elopment|set)?|val(id|idation)?|test(ing|set|a|b)?|data|texts?|docs?|documents)$/i;
/** Names of folders with texts that have no class. */
const UNLABELLED = /^(unsup|unlabell?ed)$/i;
/** Texts: newsgroups and mails often have numbers for names. */
const TEXT = /(\.txt|(^|\/)\d+)$/i;

/** Folders beside each other that may be classes of the texts in them. */
export interface ClassFolders<File> {
  /** The folder of the folders. */
  parent: string;
  /** By name of their folder. */
  folders: ReadonlyMap<string, readonly File[]>;
}

/** Finds folders of texts that may be classes. @param files with their paths */
export function classLayout<File>(files: readonly { file: File; path: string }[]): ClassFolders<File>[] {
  if (files.some(({ path }) => /\.ann$/i.test(path))) return [];
  const texts = files.flatMap(({ file, path }) => {
    const parts = path.split('/');
    const [folder, parent] = [parts.at(-2), parts.slice(0, -2).join('/')];
    return folder === undefined || !TEXT.test(path) ? [] : [{ file, folder, parent }];
  });
  return [...groupBy(texts, (text) => text.parent)].flatMap(([parent, own]) => {
    const folders = new Map(
      [...groupBy(own, ({ folder }) => folder)].map(([folder, some]) => [folder, some.map(({ file }) => file)]),
    );
    return areClasses(folders) ? [{ parent, folders }] : [];
  });
}

function areClasses(folders: ReadonlyMap<string, readonly unknown[]>): boolean {
  const classes = [...folders.keys()].filter((folder) => !isUnlabelled(folder));
  return (
    classes.length > 1 &&
    !classes.every((folder) => PART.test(folder)) &&
    classes.every((folder) => folders.get(folder)!.length >= FEWEST_TEXTS)
  );
}

/** Whether a folder with this name has texts without a class. */
export function isUnlabelled(folder: string): boolean {
  return UNLABELLED.test(folder);
}
