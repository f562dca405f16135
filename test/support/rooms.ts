import { allRoomsOf, ROOMS } from '../../src/app.module.js';

/** The combined declarations of all Kontor modules. */
export const ALL_ROOMS = allRoomsOf(ROOMS);
export const { resources: RESOURCES, migrations: MIGRATIONS } = ALL_ROOMS;
