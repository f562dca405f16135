/** Of all jobs; one's own need none. */
export const MANAGE_JOBS = '_Jobs::manage';
