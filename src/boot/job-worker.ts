import { workJobs } from './work-jobs.js';
import { ROOMS } from '../app.module.js';

/** The program of a job worker (jobs.md, "Workers"). */
workJobs(ROOMS);
