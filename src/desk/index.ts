export { ServerState } from './application/server-state-operation.js';
export { SignInLinks } from './application/sign-in-links.js';
export type { DeskSettings } from './settings.js';
