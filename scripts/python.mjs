// Finds a Python for tests and benchmarks that compare with PyTorch and ONNX.
import { spawnSync } from 'node:child_process';

/** Commands by module: importing PyTorch takes seconds. What is missing may be installed later. @type {Map<string, string>} */
const found = new Map();

/**
 * The first of $PYTHON, python3 and Debian's own that can import a module.
 *
 * @param {'torch' | 'onnx' | 'onnxruntime'} module
 * @returns {string | undefined} a command
 */
export function findPython(module) {
  if (found.has(module)) return found.get(module);
  const candidates = [process.env['PYTHON'], 'python3', '/usr/bin/python3'];
  const command = candidates.find((python) => python && canRun(python, `import ${module}`));
  if (command !== undefined) found.set(module, command);
  return command;
}

/**
 * mypy, if there is a Python with PyTorch, whose types it reads.
 *
 * @returns {string | undefined} a command
 */
export function findMypy() {
  const isThere = spawnSync('mypy', ['--version'], { stdio: 'ignore' }).status === 0;
  return isThere && findPython('torch') !== undefined ? 'mypy' : undefined;
}

/** @param {string} python @param {string} code */
export function canRun(python, code) {
  return spawnSync(python, ['-c', code], { stdio: 'ignore' }).status === 0;
}
