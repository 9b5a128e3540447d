/** The source of this folder as one ES module (scripts/tagger-source.ts). */
declare module 'virtual:tagger.mjs' {
  const source: string;
  export default source;
}

/** The declarations of `tagger.mjs`. */
declare module 'virtual:tagger.d.mts' {
  const source: string;
  export default source;
}

/** A file as base64. */
declare module '*?base64' {
  const text: string;
  export default text;
}

/** The page template of src/saved-page (scripts/saved-page.ts). */
declare module 'virtual:saved-page' {
  /** `readers`: the script that reads documents, for a page that is to have it. */
  const template: { page: string; readers: string };
  export default template;
}
