/** Models of different seeds that label text, from which a student learns (`runs/unlabelled.ts`). */
export const TEACHERS = 3;

/** The label of the run that learns from the teachers. */
export const STUDENT = 'student' as const;

/** The models that a run with text without labels trains, by their labels in its study: the teachers, then the student. */
export const POOL_RUNS: readonly string[] = [...Array.from({ length: TEACHERS }, () => 'teacher'), STUDENT];
