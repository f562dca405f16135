import { migrationsOf, resourcesOf, ROOMS } from '../../src/app.module.js';

/** Of all rooms of the house. */
export const RESOURCES = resourcesOf(ROOMS);
export const MIGRATIONS = migrationsOf(ROOMS);
