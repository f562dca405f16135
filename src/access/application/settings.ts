/** What the operator tells `access`; whoever reads the environment fills it in (running.md). */
export class AccessSettings {
  /** JWT_SECRET: signs tokens while the keys file holds no key of our own; 32 bytes or more. */
  readonly jwtSecret: string = '';
  /** JWT_KEYS_FILE. */
  readonly jwtKeysFile: string | undefined = undefined;
  /** ACL_VENDOR. */
  readonly aclVendor: string = '';

  constructor(given: Partial<AccessSettings> & { readonly jwtSecret: string }) {
    Object.assign(this, given);
  }
}
