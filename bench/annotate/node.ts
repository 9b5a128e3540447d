import { compareAnswers, type AnswersOptions } from './answers.ts';
import { compareDownWeighting, type DownWeightingOptions } from './down-weighting.ts';
import { checkCorrupted, type LabelOptions } from './labels.ts';
import { simulate, type SimulationOptions } from './simulate.ts';

console.log = console.error; // standard output has only results

/** Runs in Node: the only argument is a task in JSON; prints its results to standard output, one per line. */
const task = JSON.parse(process.argv[2]!) as
  | { simulate: SimulationOptions }
  | { labels: LabelOptions }
  | { downWeighting: DownWeightingOptions }
  | { answers: AnswersOptions };
if ('simulate' in task) {
  for await (const point of simulate(task.simulate)) process.stdout.write(`${JSON.stringify(point)}\n`);
} else if ('downWeighting' in task) {
  process.stdout.write(`${JSON.stringify(await compareDownWeighting(task.downWeighting))}\n`);
} else if ('answers' in task) {
  process.stdout.write(`${JSON.stringify(await compareAnswers(task.answers))}\n`);
} else {
  process.stdout.write(`${JSON.stringify(await checkCorrupted(task.labels))}\n`);
}
process.exit(0); // threads keep the process alive
