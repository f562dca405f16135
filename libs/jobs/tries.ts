/** Before each further try of what others or the database kept from being stored; then it is left to be asked for. */
export const RETRY_PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000];

/** A worker that claimed a job this often without progress died each time. */
export const DEADLY_CLAIMS = 5;

export const DIED_OF_IT = `The worker process ended ${DEADLY_CLAIMS} times during this job. It is not retried automatically.`;
