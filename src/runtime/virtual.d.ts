/** The source of this folder as one ES module (scripts/tagger-source.ts). */
declare module 'virtual:tagger.mjs' {
  const source: string;
  export default source;
}
