import { EntityScores } from './EntityScores.tsx';
import { F1Figure } from './F1Figure.tsx';
import { LossFigure } from './LossFigure.tsx';
import { MatrixFigure } from './MatrixFigure.tsx';
import styles from './Charts.module.css';

export function ChartsPanel() {
  return (
    <div className={styles.grid}>
      <LossFigure />
      <F1Figure />
      <MatrixFigure />
      <EntityScores />
    </div>
  );
}
