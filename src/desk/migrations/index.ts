import type { Migration } from '../../../libs/database/index.js';
import { CREATE_DESK_SESSION } from './20261127120000-desk-session.js';
import { CREATE_DESK_SIGN_IN_LINK } from './20261127120100-desk-sign-in-link.js';

export const DESK_MIGRATIONS: readonly Migration[] = [CREATE_DESK_SESSION, CREATE_DESK_SIGN_IN_LINK];
