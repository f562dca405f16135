/** Right for all jobs; callers need none for their own. */
export const MANAGE_JOBS = '_Jobs::manage';
