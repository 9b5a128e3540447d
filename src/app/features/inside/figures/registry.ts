import { account } from './account/AccountFigure.tsx';
import { attention } from './attention/AttentionFigure.tsx';
import { characters } from './characters/CharactersFigure.tsx';
import { comparison } from './comparison/ComparisonFigure.tsx';
import { sameWord } from './document/DocumentFigure.tsx';
import { emissions } from './emissions/EmissionsFigure.tsx';
import { features } from './features/FeaturesFigure.tsx';
import type { Figure } from './figure.tsx';
import { gates } from './gates/GatesFigure.tsx';
import { network } from './network/NetworkFigure.tsx';
import { overTime } from './over-time/OverTimeFigure.tsx';
import { reach } from './reach/ReachFigure.tsx';
import { trellis } from './trellis/TrellisFigure.tsx';
import { why } from './why/WhyFigure.tsx';

/** The figures of a sentence, from top to bottom. From `why` on, they lead from the outputs back to the inputs. */
export const FIGURES: readonly Figure[] = [
  network,
  emissions,
  trellis,
  account,
  comparison,
  why,
  features,
  gates,
  reach,
  attention,
  sameWord,
  characters,
  overTime,
];
