/** The element with an id of page.html. @throws Error if it is missing or of another kind */
export function part<E extends Element>(id: string, kind: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`page.html has no ${kind.name} #${id}`);
  return found;
}

/** A new element with children and some of its properties. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Yields to the page once the current task has taken this long. */
const TASK_MILLISECONDS = 12;

/** Splits long work into short tasks: await the returned function often. */
export function pacer(): () => Promise<void> | undefined {
  let started = performance.now();
  return () => {
    if (performance.now() - started < TASK_MILLISECONDS) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        started = performance.now();
        resolve();
      });
    });
  };
}

export function saveFile(name: string, contents: BlobPart, type: string): void {
  const link = element('a', { href: URL.createObjectURL(new Blob([contents], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
