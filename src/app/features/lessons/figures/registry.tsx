import type { ReactNode } from 'react';
import { ANNA, NEW_YORK } from '../../../../lessons/figures/examples.ts';
import type { FigureName } from '../../../../lessons/figures/names.ts';
import { CrfFigure, ForwardResult, SoftmaxResult, ViterbiResult } from './CrfFigure.tsx';
import { DescentFigure } from './DescentFigure.tsx';
import { DirectionsFigure } from './DirectionsFigure.tsx';
import { FilterFigure } from './FilterFigure.tsx';
import { GatesFigure } from './GatesFigure.tsx';
import { LossResult } from './LossResult.tsx';
import { MemoryFigure } from './MemoryFigure.tsx';
import { OverlapFigure } from './OverlapFigure.tsx';
import { PathsResult } from './PathsResult.tsx';
import { PoolingFigure } from './PoolingFigure.tsx';
import { TagsFigure } from './TagsFigure.tsx';

/** The gold tags of *Anna lives in Paris*. Those of another sentence are first its best path. */
const ANNA_TAGS = [1, 0, 0, 3];

/** The live figures, by the name that chapters use. */
export const FIGURES: Readonly<Record<FigureName, () => ReactNode>> = {
  tags: () => <TagsFigure />,
  pooling: () => <PoolingFigure />,
  filter: () => <FilterFigure />,
  fading: () => <MemoryFigure withLstm={false} />,
  memory: () => <MemoryFigure withLstm />,
  gates: () => <GatesFigure />,
  directions: () => <DirectionsFigure />,
  softmax: () => <CrfFigure example={NEW_YORK}>{(trellis) => <SoftmaxResult trellis={trellis} />}</CrfFigure>,
  paths: () => <CrfFigure example={ANNA}>{(trellis) => <PathsResult trellis={trellis} />}</CrfFigure>,
  forward: () => <CrfFigure example={ANNA}>{(trellis) => <ForwardResult trellis={trellis} />}</CrfFigure>,
  viterbi: () => <CrfFigure example={ANNA}>{(trellis) => <ViterbiResult trellis={trellis} />}</CrfFigure>,
  loss: () => (
    <CrfFigure example={ANNA}>
      {(trellis, edit) => (
        <LossResult
          trellis={trellis}
          edit={edit}
          gold={trellis.sentence.tags === ANNA.tags ? ANNA_TAGS : [...trellis.path]}
        />
      )}
    </CrfFigure>
  ),
  descent: () => <DescentFigure />,
  overlap: () => <OverlapFigure />,
};
