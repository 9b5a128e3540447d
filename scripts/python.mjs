// Finds a Python for tests and benchmarks that compare with PyTorch and ONNX.
import { spawnSync } from 'node:child_process';

/**
 * The first of $PYTHON, python3 and Debian's own that can import a module.
 *
 * @param {'torch' | 'onnx'} module
 * @returns {string | undefined} a command
 */
export function findPython(module) {
  const candidates = [process.env['PYTHON'], 'python3', '/usr/bin/python3'];
  return candidates.find((python) => python && canRun(python, `import ${module}`));
}

/** @param {string} python @param {string} code */
export function canRun(python, code) {
  return spawnSync(python, ['-c', code], { stdio: 'ignore' }).status === 0;
}
