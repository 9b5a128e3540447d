import { SWITCH, TEXT, TEXTS } from './parse-options.ts';

/** Of `train` and `ablate`. */
const STUDY = {
  train: TEXTS,
  dev: TEXTS,
  test: TEXTS,
  embeddings: TEXT,
  gazetteer: TEXTS,
  config: TEXT,
  preset: TEXT,
  set: TEXTS,
  seed: TEXT,
  seeds: TEXT,
  epochs: TEXT,
  out: TEXT,
  device: TEXT,
  threads: TEXT,
  'tag-column': TEXT,
  json: SWITCH,
  force: SWITCH,
} as const;

/** The options of each command: what the parser accepts and shells complete. */
export const COMMAND_OPTIONS = {
  train: { ...STUDY, resume: SWITCH },
  ablate: { ...STUDY, only: TEXT },
  evaluate: { device: TEXT, 'tag-column': TEXT, json: SWITCH, errors: TEXT, train: TEXTS },
  tag: { input: TEXT, format: TEXT, out: TEXT, 'least-sure': TEXT, device: TEXT },
  check: {
    embeddings: TEXT,
    folds: TEXT,
    limit: TEXT,
    device: TEXT,
    threads: TEXT,
    'tag-column': TEXT,
    json: SWITCH,
  },
  agree: { 'tag-column': TEXT, json: SWITCH },
  export: {
    as: TEXT,
    size: TEXT,
    out: TEXT,
    private: SWITCH,
    license: TEXT,
    language: TEXT,
    dataset: TEXT,
    example: TEXT,
  },
  studio: { port: TEXT },
  completions: {},
} as const;
