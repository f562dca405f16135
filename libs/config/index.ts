export * from './setting.js';
export { isSecretKeys, readSecretKeys, type SecretKey } from './secret-keys.js';
