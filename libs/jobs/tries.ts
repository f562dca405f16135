/** Pauses before each retry of work that could not be stored. Afterwards it stays open until it is requested again. */
export const RETRY_PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000];

/** A worker that claimed a job this often without progress died each time. */
export const DEADLY_CLAIMS = 5;

export const DIED_OF_IT = `The worker process ended ${DEADLY_CLAIMS} times during this job. It is not retried automatically.`;
