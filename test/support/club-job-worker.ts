import { workJobs } from '../../src/boot/work-jobs.js';
import { ROOMS } from '../../src/app.module.js';
import { CLUB_ROOM } from '../example-room/room.js';

/** The program of job workers of a server that has the example room beside those of the house. */
workJobs([...ROOMS, CLUB_ROOM]);
