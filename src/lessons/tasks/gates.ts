import { phrase } from '../phrase.ts';
import type { Draw, Exercise, Task } from './task.ts';

/** The new cell state of an LSTM, or the new state of a GRU. */
export const gates: Task = {
  title: 'task.gates',
  levels: 3,
  generate(draw: Draw, level): Exercise {
    const gate = () => draw.score(0, 1);
    const state = draw.score(-2, 2);
    const candidate = draw.score(-1, 1);
    const write = gate();
    if (level === 2) {
      const next = write * state + (1 - write) * candidate;
      return {
        question: phrase('task.gates.gru', { h: state, z: write, candidate }),
        given: [],
        fields: [{ id: 'h', kind: 'number', label: 'h′', value: next }],
        hints: [phrase('task.gates.gruHint')],
        solution: [phrase('task.gates.gruSolution', { h: state, z: write, rest: 1 - write, candidate, total: next })],
      };
    }
    const forget = gate();
    const next = forget * state + write * candidate;
    const output = gate();
    const isFull = level === 3;
    return {
      question: phrase(isFull ? 'task.gates.output' : 'task.gates.cell', {
        c: state,
        f: forget,
        i: write,
        g: candidate,
        ...(isFull && { o: output }),
      }),
      given: [],
      fields: [
        { id: 'c', kind: 'number', label: 'c′', value: next },
        ...(isFull ? [{ id: 'h', kind: 'number', label: 'h′', value: output * Math.tanh(next) } as const] : []),
      ],
      hints: [phrase('task.gates.hint')],
      solution: [
        phrase('task.gates.solution', { c: state, f: forget, i: write, g: candidate, total: next }),
        ...(isFull
          ? [phrase('task.gates.outputSolution', { o: output, c: next, total: output * Math.tanh(next) })]
          : []),
      ],
    };
  },
};
