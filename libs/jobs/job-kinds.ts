/** The kind of jobs that are made of calls. */
export const CALLS = 'calls';
