import { dirname, relative, resolve, sep } from 'node:path';
import { importProblem, isTest } from './layers.mjs';

/**
 * The parts of the linter's context and syntax tree that the rules read.
 *
 * @typedef {{ cwd: string, filename: string, report: (problem: { node: unknown, message: string }) => void }} Context
 * @typedef {{ value?: unknown }} Source the node of a module's name
 * @typedef {{ importKind?: string, exportKind?: string }} Specifier
 * @typedef {Specifier & { source?: Source | null, specifiers?: Specifier[] }} Declaration
 * @typedef {{ local: { name: string } }} Imported
 * @typedef {{ object: { name?: string }, property: { name?: string } }} Access `object.property`
 * @typedef {{ accessibility?: string | null, kind?: string }} Member a field, method or parameter property of a class
 */

/** The lint rule `tagsmith/layers`: every import follows the table in `layers.mjs`. */
const layers = {
  meta: { type: 'problem', docs: { description: 'Imports follow the layer table.' } },
  /** @param {Context} context */
  create(context) {
    const root = context.cwd;
    const file = slashes(relative(root, context.filename));
    const check = (/** @type {Source | null | undefined} */ source, /** @type {boolean} */ isType) => {
      if (typeof source?.value !== 'string') return;
      const [name = ''] = source.value.split('?');
      const target = name.startsWith('.') ? slashes(relative(root, resolve(dirname(context.filename), name))) : name;
      const problem = importProblem(file, target, isType);
      if (problem !== undefined) context.report({ node: source, message: `${problem} See scripts/lint/layers.mjs.` });
    };
    const isTypeOnly = (/** @type {Declaration} */ { importKind, exportKind, specifiers = [] }) =>
      importKind === 'type' ||
      exportKind === 'type' ||
      (specifiers.length > 0 &&
        specifiers.every((specifier) => (specifier.importKind ?? specifier.exportKind) === 'type'));
    return {
      ImportDeclaration: (/** @type {Declaration} */ node) => check(node.source, isTypeOnly(node)),
      ExportNamedDeclaration: (/** @type {Declaration} */ node) => check(node.source, isTypeOnly(node)),
      ExportAllDeclaration: (/** @type {Declaration} */ node) => check(node.source, isTypeOnly(node)),
      ImportExpression: (/** @type {Declaration} */ node) => check(node.source, false),
      TSImportType: (/** @type {Declaration} */ node) => check(node.source, true),
    };
  },
};

/** The lint rule `tagsmith/private-members`: private members are `#name`, which the engine enforces. Constructors cannot be. */
const privateMembers = {
  meta: { type: 'problem', docs: { description: 'Private members are #names.' } },
  /** @param {Context} context */
  create(context) {
    const check = (/** @type {Member} */ node) => {
      if (!node.accessibility || node.kind === 'constructor') return;
      context.report({ node, message: 'Write #name instead of private; members without it are public.' });
    };
    return { PropertyDefinition: check, MethodDefinition: check, TSParameterProperty: check };
  },
};

/** The lint rule `tagsmith/own-store`: only the file of a store changes it. */
const ownStore = {
  meta: { type: 'problem', docs: { description: 'Only the file of a store calls its setState.' } },
  /** @param {Context} context */
  create(context) {
    if (isTest(context.filename)) return {};
    const imported = new Set();
    return {
      ImportSpecifier: (/** @type {Imported} */ { local }) => imported.add(local.name),
      MemberExpression: (/** @type {Access} */ node) => {
        if (node.property.name !== 'setState' || !imported.has(node.object.name)) return;
        context.report({ node, message: 'Call an action of the store: only its file calls setState.' });
      },
    };
  },
};

/** @param {string} path */
function slashes(path) {
  return path.split(sep).join('/');
}

// A lint plugin is a default export.
// oxlint-disable-next-line import/no-default-export
export default {
  meta: { name: 'tagsmith' },
  rules: { layers, 'private-members': privateMembers, 'own-store': ownStore },
};
