/** Who asks. */
export interface Caller {
  readonly kind: 'admin' | 'integration' | 'customer';
  /** Of the administrator, the integration or the customer. */
  readonly id: number;
  /** What the account was given, as stored: without the vendor's prefix. */
  readonly rights: readonly string[];
  /** The version of the change log, read for this request, that proves the token; undefined if none was read. */
  readonly asOf?: number | undefined;
  /**
   * Whether the caller's role has this right, named without the vendor's prefix as handlers declare it
   * (`_Customerprice::manage`). A customer has none.
   */
  holds(right: string): boolean;
}
