import type { Given } from '../../../lessons/tasks/task.ts';
import { LineChart } from './LineChart.tsx';
import { NumberTable } from './NumberTable.tsx';
import { ScoreTables } from './ScoreTables.tsx';
import { useSay } from './use-say.ts';

/** What is shown with a question. */
export function GivenView({ given }: { given: Given }) {
  const { say } = useSay();
  switch (given.kind) {
    case 'scores':
      return <ScoreTables sentence={given.sentence} />;
    case 'curves':
      return <LineChart x={say(given.x)} y={say(given.y)} curves={given.curves} />;
    case 'table':
      return (
        <NumberTable
          columns={given.head.map(say)}
          rows={given.rows.map(([head, ...cells]) => ({ head: say(head!), cells: cells.map(say) }))}
        />
      );
    default:
      return given satisfies never;
  }
}
