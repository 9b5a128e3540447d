import { ENTITY_COLOURS, entityLooks } from '../app/look/entity-look.ts';
import type { Tagger } from '../runtime/tagger.ts';
import { Controls } from './controls.ts';
import { Documents, type Document } from './documents.ts';
import { part } from './dom.ts';
import { openInput, readers } from './input.ts';
import { List } from './list.ts';
import { Output } from './output.ts';
import { readModel } from './read-model.ts';
import { Tables } from './tables.ts';

// Set by the script before the model (scripts/saved-page.ts): the runtime, whose worker starts while the rest of the page is parsed.
declare const tagsmith: { Tagger: typeof Tagger };
declare const tagsmithWorker: Promise<Worker>;

/** Information about the model (src/export/page.ts). */
interface Info {
  about: string;
  recall?: string;
  threshold?: number;
}

const number = (value: number) => Math.round(value).toLocaleString('en');

async function open(): Promise<void> {
  const { about, recall, threshold = DEFAULT_THRESHOLD } = JSON.parse(part('info', HTMLScriptElement).text) as Info;
  part('about', HTMLElement).textContent = about;
  const found = recall === undefined ? 'Its recall is not known.' : `This one finds ${recall}.`;
  part('warning', HTMLElement).textContent = `A model misses names. ${found} Read the texts before you pass them on.`;
  const slider = part('threshold', HTMLInputElement);
  slider.value = String(threshold); // of the nearest step
  slider.dataset['exact'] = String(threshold);
  openKinds();
  openTheme();
  const status = part('status', HTMLElement);
  try {
    const bytes = await readModel(part('model', HTMLScriptElement));
    const tagger = await tagsmith.Tagger.load(bytes, { worker: await tagsmithWorker });
    colour(tagger.types);
    run(tagger);
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error);
  }
}

function run(tagger: Tagger): void {
  // Without a scheme each tag is a type.
  const found =
    tagger.tags.length === tagger.types.length ? (['tag', 'tags'] as const) : (['entity', 'entities'] as const);
  let shown: Document | undefined;
  const output = new Output(part('output', HTMLElement));
  const documents = new Documents(tagger, (document) => {
    if (document === shown) output.update();
    refresh();
  });
  const redraw = () => output.show(shown, controls.look);
  const controls = new Controls(tagger.types, documents, () => shown, redraw);
  const show = (document: Document | undefined) => {
    shown = document;
    redraw();
    refresh();
  };
  const tables = new Tables(
    (document, table) => show(documents.replaceTable(document, table)),
    (document, workbook) => show(documents.replaceByWorkbook(document, workbook)),
  );
  const list = new List(documents, show, (document) => {
    documents.remove(document);
    show(documents.list.find((other) => other === shown) ?? documents.list[0]);
  });

  let isScheduled = false;
  /** Updates counts and progress, at most once per frame. */
  function refresh(): void {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      controls.update(shown);
      list.update(shown);
      tables.show(shown);
      showProgress(documents, shown, found);
    });
  }

  openInput({
    documents,
    tables,
    show,
    isShown: (document) => document === shown,
    clear: () => {
      documents.list.slice().forEach((document) => documents.remove(document));
      show(undefined);
    },
  });
  refresh();
}

/** Below it, an entity is doubtful, if the model has no threshold of its own. */
const DEFAULT_THRESHOLD = 0.7;

/** Says which files the page reads. */
function openKinds(): void {
  const kinds = readers() === undefined ? 'text files' : 'text, Word, OpenDocument, Excel, mail, web pages or Markdown';
  part('box', HTMLTextAreaElement).placeholder = `Type or paste a text, or drop ${kinds} anywhere on this page.`;
  part('drop', HTMLElement).textContent = `Drop ${kinds} to tag ${readers() === undefined ? 'them' : 'it'}`;
}

/** @param found the noun that is counted: singular, plural */
function showProgress(documents: Documents, shown: Document | undefined, [one, many]: readonly [string, string]): void {
  const progress = part('progress', HTMLProgressElement);
  const status = part('status', HTMLElement);
  const all = documents.list.reduce((sum, { text }) => sum + text.length, 0);
  const done = documents.list.reduce((sum, { chunks }) => sum + (chunks.at(-1)?.end ?? 0), 0);
  const isBusy = documents.list.some(({ isDone }) => !isDone);
  progress.hidden = !isBusy || all < 20_000;
  progress.value = all === 0 ? 0 : done / all;
  if (shown === undefined) {
    status.textContent = 'Ready. Nothing leaves this page: its content security policy blocks all connections.';
  } else if (shown.problem !== undefined) {
    status.textContent = shown.problem;
  } else if (isBusy) {
    status.textContent = `Tagging: ${number((100 * done) / Math.max(1, all))}%`;
  } else {
    const { words, milliseconds } = documents.speed ?? { words: 0, milliseconds: 1 };
    const count = shown.entities.length;
    const rate = words < 2000 ? '' : ` · ${number((1000 * words) / milliseconds)} words/s`;
    status.textContent = `${number(count)} ${count === 1 ? one : many}${rate}`;
  }
}

/** Assigns a colour to each type, in both themes. The rules are in a constructed style sheet, as the content policy allows no others. */
function colour(types: readonly string[]): void {
  const sheet = new CSSStyleSheet();
  const variables = ENTITY_COLOURS.light.map(
    (light, i) => `--entity-${i}: light-dark(${light}, ${ENTITY_COLOURS.dark[i]});`,
  );
  const rules = [...entityLooks(types)].map(
    ([type, { colour }]) => `[data-entity="${CSS.escape(type)}"] { --own: ${colour}; }`,
  );
  sheet.replaceSync(`:root { ${variables.join(' ')} } ${rules.join(' ')}`);
  document.adoptedStyleSheets.push(sheet);
}

const THEMES = ['system', 'light', 'dark'] as const;

function openTheme(): void {
  const button = part('theme', HTMLButtonElement);
  let at = 0;
  const apply = () => {
    const theme = THEMES[at]!;
    document.documentElement.style.colorScheme = theme === 'system' ? 'light dark' : theme;
    button.textContent = `Theme: ${theme}`;
  };
  button.addEventListener('click', () => {
    at = (at + 1) % THEMES.length;
    apply();
  });
  apply();
}

void open();
