/** The caller of an operation. */
export interface Caller {
  readonly kind: 'admin' | 'integration' | 'customer';
  /** ID of the administrator, integration or customer. */
  readonly id: number;
  /** Rights of the account as stored, without the vendor's prefix. */
  readonly rights: readonly string[];
  /** The version of the change log, read for this request, that proves the token; undefined if none was read. */
  readonly asOf?: number | undefined;
  /**
   * Whether the caller's role has this right, named without the vendor's prefix as handlers declare it
   * (`_Customerprice::manage`). A customer has none.
   */
  holds(right: string): boolean;
}
