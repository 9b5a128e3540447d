import { useInViewport } from '@mantine/hooks';
import { memo, useEffect, type ComponentType, type ReactNode } from 'react';
import type { RunConfig } from '../../../../config/schema.ts';
import type { Stage, StageId } from '../../../../insight/network.ts';
import type { Trellis } from '../../../../insight/trellis.ts';
import type { Table } from '../../../../lib/table.ts';
import type { InspectedText } from '../../../stores/inside.ts';
import { valueOf } from '../../../trainer/query.ts';
import { detailInView, type Detail, type Timed } from '../details.ts';
import styles from '../Inside.module.css';
import { Section } from './Section.tsx';

/** What the figures of a sentence are drawn from. Figures may be rendered later than the state of the tab changes. */
export interface ShownSentence {
  inspection: InspectedText;
  /** Of the sentence in the text. */
  index: number;
  trellis: Trellis;
  stages: readonly Stage[];
  /** Goes to the figure that shows the output of a stage. */
  open: (stage: StageId) => void;
}

/** A figure in the list of figures. */
export interface Figure {
  /** Links lead to it by this name. */
  name: string;
  title: string;
  /** Stages of the network whose output it shows. */
  stages?: readonly StageId[];
  /** What it asks the worker. */
  request?: Detail<Timed>;
  /** Whether a model has what it shows; by default every model has. */
  isIn?: (config: RunConfig) => boolean;
  Component: ComponentType<{ sentence: ShownSentence }>;
}

/** What the reader sees of a figure. */
interface Drawn<Data, Row> extends Omit<Figure, 'Component' | 'request'> {
  /** What it shows, with its source, in a few sentences. */
  text: string | ((data: Data) => string);
  /** What is saved as CSV. */
  table: (data: Data) => Table<Row, unknown>;
  Draw: ComponentType<{ data: Data; width: number }>;
  Actions?: ComponentType<{ data: Data }>;
}

interface SentenceFigure<Data, Row> extends Drawn<Data, Row> {
  /** Derives its data, with the state that it depends on. Equal state should give the same object. */
  useData: (sentence: ShownSentence) => Data;
}

/** A figure of a sentence as it was inspected. It is rendered when its data change. */
export function sentenceFigure<Data, Row>(spec: SentenceFigure<Data, Row>): Figure {
  const { name, title, stages, isIn, text, table, useData, Draw, Actions } = spec;
  const Component = memo(function FigureOfSentence({ sentence }: { sentence: ShownSentence }) {
    const data = useData(sentence);
    return (
      <Section
        title={title}
        description={typeof text === 'string' ? text : text(data)}
        table={() => table(data)}
        actions={Actions && <Actions data={data} />}
      >
        {(width) => <Draw data={data} width={width} />}
      </Section>
    );
  });
  return { name, title, ...(stages && { stages }), ...(isIn && { isIn }), Component };
}

interface RequestedFigure<Data extends Timed, Row> extends Omit<Drawn<Data, Row>, 'text' | 'Actions'> {
  text: string;
  request: Detail<Data>;
  Actions?: ComponentType<{ data: Data | undefined }>;
}

/** A figure whose data are requested from the worker while it is in view. */
export function requestedFigure<Data extends Timed, Row>(spec: RequestedFigure<Data, Row>): Figure {
  const { name, title, stages, isIn, text, request, table, Draw, Actions } = spec;
  const Component = memo(function FigureOfRequest() {
    const { ref, inViewport } = useInViewport<HTMLDivElement>();
    const asked = request.use();
    const data = valueOf(asked);
    useEffect(() => {
      detailInView(request.name, inViewport);
      return () => detailInView(request.name, false);
    }, [inViewport]);
    const drawn = (width: number): ReactNode => {
      if (asked.phase === 'failed') return <p className={styles.description}>{asked.error.message}</p>;
      if (data === undefined) return <p className={styles.description}>Computing…</p>;
      return <Draw data={data} width={width} />;
    };
    return (
      <div ref={ref} className={styles.detail}>
        <Section
          title={title}
          description={text}
          table={() => data && table(data)}
          actions={Actions && <Actions data={data} />}
        >
          {drawn}
        </Section>
      </div>
    );
  });
  return { name, title, ...(stages && { stages }), ...(isIn && { isIn }), request, Component };
}
