export * from './setting.js';
export { isSecretKeys, readSecretKeys } from './secret-keys.js';
