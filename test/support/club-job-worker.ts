import { workJobs } from '../../src/boot/work-jobs.js';
import { ROOMS } from '../../src/app.module.js';
import { CLUB_ROOM } from '../example-room/room.js';

/** Program of the job workers for a server with the example module in addition to Kontor's own. */
workJobs([...ROOMS, CLUB_ROOM]);
