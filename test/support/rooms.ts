import { allRoomsOf, ROOMS } from '../../src/app.module.js';

/** What all rooms of the house come to. */
export const ALL_ROOMS = allRoomsOf(ROOMS);
export const { resources: RESOURCES, migrations: MIGRATIONS } = ALL_ROOMS;
