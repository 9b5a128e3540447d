import type { SerializedError } from '../../lib/errors.ts';
import type { Result } from '../../workers/wire/protocol.ts';
import { createStore } from './create-store.ts';

/** Figures of Inside with a request of their own, by the name of the request. */
export type DetailName = 'attribute' | 'spelling' | 'gates' | 'occurrences';

interface DetailsStore {
  /** Figures in view: only these send requests. */
  inView: Record<DetailName, boolean>;
  answers: { [Name in DetailName]?: Result<Name> | undefined };
  errors: Partial<Record<DetailName, SerializedError | undefined>>;
}

export const useDetailsStore = createStore<DetailsStore>({
  inView: { attribute: false, spelling: false, gates: false, occurrences: false },
  answers: {},
  errors: {},
});

export function detailInView(name: DetailName, isInView: boolean): void {
  useDetailsStore.setState(({ inView }) => ({ inView: { ...inView, [name]: isInView } }));
}

export function detailAnswered<Name extends DetailName>(name: Name, answer: Result<Name>): void {
  useDetailsStore.setState(({ answers, errors }) => ({
    answers: { ...answers, [name]: answer },
    errors: { ...errors, [name]: undefined },
  }));
}

export function detailFailed(name: DetailName, error: SerializedError): void {
  useDetailsStore.setState(({ answers, errors }) => ({
    answers: { ...answers, [name]: undefined },
    errors: { ...errors, [name]: error },
  }));
}

/** Discards the answers, which belong to another sentence. */
export function detailsCleared(): void {
  useDetailsStore.setState({ answers: {}, errors: {} });
}
