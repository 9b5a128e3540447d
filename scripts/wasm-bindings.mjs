// Generates the bindings of a module compiled from AssemblyScript: JavaScript and its types. Arguments are named, addresses have a
// separate type, and constants have the values of the sources. Names, types and comments are taken from the AssemblyScript.
import binaryen from 'assemblyscript/binaryen';

/** AssemblyScript's types in the host. */
const TYPES = {
  usize: 'Pointer',
  bool: 'boolean',
  i32: 'number',
  u32: 'number',
  f32: 'number',
  f64: 'number',
  void: 'void',
};

/**
 * @typedef {keyof typeof TYPES} Type
 * @typedef {{ name: string, type: Type }} Parameter
 * @typedef {{ name: string, doc: string, parameters: Parameter[], returns: Type }} ExportedFunction
 * @typedef {{ name: string, doc: string, value: number }} Constant
 * @typedef {object} Exports the exports of a module's entries, except vectors, which a host cannot read
 * @property {ExportedFunction[]} functions
 * @property {Constant[]} constants
 * @property {string[]} variables numbers that the host may change
 */

/**
 * A transform of the AssemblyScript compiler that changes nothing and collects the exports.
 *
 * @param {string[]} entries paths of the entry files
 */
export function exportCollector(entries) {
  /** @type {Exports} */
  const exports = { functions: [], constants: [], variables: [] };
  /** @type {Map<string, string>} */
  const globalDocs = new Map();
  return {
    exports,

    /** @param {any} program after names have been resolved */
    afterInitialize(program) {
      const files = entries.map((entry) => program.filesByName.get(entry.replace(/\.ts$/, '')));
      for (const [name, { declaration }] of files.flatMap(exportsOf)) {
        const { signature } = declaration;
        const doc = docOf(declaration);
        if (signature === undefined) globalDocs.set(name, doc);
        else {
          const parameters = signature.parameters.map((/** @type {any} */ parameter) => ({
            name: parameter.name.text,
            type: typeOf(parameter.type),
          }));
          exports.functions.push({ name, doc, parameters, returns: typeOf(signature.returnType) });
        }
      }
    },

    /** @param {binaryen.Module} module before it is optimized */
    afterCompile(module) {
      for (let i = 0; i < module.getNumExports(); i++) {
        const { kind, name, value } = binaryen.getExportInfo(module.getExportByIndex(i));
        if (kind !== binaryen.ExternalGlobal) continue;
        const { type, mutable, init } = binaryen.getGlobalInfo(module.getGlobal(value));
        if (type === binaryen.v128) continue;
        if (mutable) exports.variables.push(name);
        else exports.constants.push({ name, doc: globalDocs.get(name) ?? '', value: constantOf(name, init) });
      }
    },
  };
}

/** With those of `export *`. @param {any} file @returns {[name: string, element: any][]} */
function exportsOf({ exports, exportsStar }) {
  return [...(exports ?? []), ...(exportsStar ?? []).flatMap(exportsOf)];
}

/** @param {any} node @returns {Type} */
function typeOf(node) {
  const name = node.name.identifier.text;
  if (!(name in TYPES)) throw new Error(`${node.range.source.normalizedPath}: the host has no type for ${name}`);
  return name;
}

/** The comment `/** … *\/` before a declaration. @param {any} declaration */
function docOf({ range: { start, source } }) {
  // The range of a constant begins at its name.
  return /(\/\*\*(?:(?!\*\/)[^])*\*\/)\s*(?:export const )?$/.exec(source.text.slice(0, start))?.[1] ?? '';
}

/** @param {string} name @param {number} init */
function constantOf(name, init) {
  const info = binaryen.getExpressionInfo(init);
  if (info.id !== binaryen.ConstId) throw new Error(`${name} is no constant expression`);
  return Number(/** @type {binaryen.ConstInfo} */ (info).value);
}

/**
 * @typedef {object} Options
 * @property {string} pointerModule path of the module with the type `Pointer`, relative to the bindings
 * @property {boolean} [tasks] functions without a result are not called directly: they create tasks for the threads
 * @property {Record<string, number>} [constants] additional constants of the build
 */

/**
 * @param {Exports} exports
 * @param {Options} options
 * @returns {{ js: string, types: string }} an ES module and its declarations
 */
export function bindingsOf(
  { functions, constants, variables },
  { pointerModule, tasks = false, constants: more = {} },
) {
  const header = '// Written by scripts/build-wasm.mjs: do not edit.\n';
  const all = [...Object.entries(more).map(([name, value]) => ({ name, doc: '', value })), ...constants];
  const kernels = tasks ? functions.filter(({ returns }) => returns === 'void') : [];
  const direct = functions.filter((exported) => !kernels.includes(exported));
  const js = [
    header,
    ...all.map(({ name, value }) => `export const ${name} = ${value};`),
    ...(tasks ? ['', 'export const kernels = {', ...kernels.map(taskMaker), '};'] : []),
    '',
    'export function bind(exports) {',
    '  return {',
    ...direct.map(caller),
    ...variables.map((name) => `    ${name}: exports.${name},`),
    '  };',
    '}',
  ];
  const types = [
    header,
    `import type { Pointer } from '${pointerModule}';`,
    '',
    ...all.map(({ name, doc, value }) => withDoc(doc, '', `export declare const ${name} = ${value};`)),
    '',
    ...(tasks ? [TASK_TYPES, 'export declare const kernels: {'] : []),
    ...kernels.map((kernel) =>
      withDoc(kernel.doc, '  ', `readonly ${kernel.name}: (${argumentsType(withoutScratch(kernel))}) => Task;`),
    ),
    ...(tasks ? ['};', ''] : []),
    '/** Functions of an instance of the module, which return at once. */',
    'export interface Functions {',
    ...direct.map(({ name, doc, parameters, returns }) =>
      withDoc(doc, '  ', `readonly ${name}: (${argumentsType(parameters)}) => ${TYPES[returns]};`),
    ),
    ...variables.map((name) => `  readonly ${name}: WebAssembly.Global<'i32'>;`),
    '}',
    '',
    'export declare function bind(exports: WebAssembly.Exports): Functions;',
  ];
  return { js: `${js.join('\n')}\n`, types: `${types.join('\n')}\n` };
}

const TASK_TYPES = `/** One call of a kernel, without its scratch space, which is always the last argument and provided by the thread that runs it. */
export interface Task {
  readonly kernel: keyof typeof kernels;
  readonly args: readonly number[];
}

/** Tasks by the names of their kernels. */`;

/** @param {ExportedFunction} exported */
function withoutScratch({ parameters }) {
  return parameters.at(-1)?.name === 'scratch' ? parameters.slice(0, -1) : parameters;
}

/** @param {Parameter[]} parameters */
function argumentsType(parameters) {
  if (parameters.length === 0) return '';
  return `args: { ${parameters.map(({ name, type }) => `${name}: ${TYPES[type]}`).join('; ')} }`;
}

/** @param {Parameter[]} parameters @returns {[named: string, inOrder: string]} */
function argumentLists(parameters) {
  const names = parameters.map(({ name }) => name);
  const values = parameters.map(({ name, type }) => (type === 'bool' ? `Number(${name})` : name));
  return [names.length === 0 ? '' : `{ ${names.join(', ')} }`, values.join(', ')];
}

/** @param {ExportedFunction} kernel */
function taskMaker(kernel) {
  const [named, inOrder] = argumentLists(withoutScratch(kernel));
  return `  ${kernel.name}: (${named}) => ({ kernel: '${kernel.name}', args: [${inOrder}] }),`;
}

/** @param {ExportedFunction} exported */
function caller({ name, parameters, returns }) {
  const [named, inOrder] = argumentLists(parameters);
  const call = `exports.${name}(${inOrder})`;
  return `    ${name}: (${named}) => ${returns === 'bool' ? `${call} !== 0` : call},`;
}

/** @param {string} doc @param {string} indent @param {string} line */
function withDoc(doc, indent, line) {
  const comment = doc.split('\n').map((text) => `${indent}${text.replace(/^\s+/, ' ')}\n`);
  return `${doc === '' ? '' : comment.join('')}${indent}${line}`;
}
