/** What the wire is told by the operator; whoever reads the environment fills it in. Sizes in bytes. */
export class WireSettings {
  /** Prefix of every ACL id: `MageB2B` makes `MageB2B_CustomerDocuments::save` (wire.md §6). */
  readonly aclVendor: string = '';
  /** What the leading `pricing` of a path is called here. */
  readonly pricingSegment: string = 'pricing';
  /** The largest page of a search, and the size of a page where none is asked for (wire.md §4). */
  readonly pageSizeMax: number = 300;
  /** The largest body, of bulk routes and of all others (wire.md §2). */
  readonly bulkMaxBytes: number = 32 * 1024 * 1024;
  readonly bodyMaxBytes: number = 1024 * 1024;
  /** Request line and headers together; more is 431. */
  readonly headerMaxBytes: number = 64 * 1024;
  /** Origins whose scripts may call the routes that aren't public (wire.md §1). */
  readonly corsOrigins: readonly string[] = [];
  /** The version that the OpenAPI document names. */
  readonly version: string = '0.0.0';

  constructor(given: Partial<WireSettings> = {}) {
    Object.assign(this, given);
  }
}

/** The right as clients know it: `_Customerprice::manage` with the vendor's prefix. */
export const aclId = (settings: WireSettings, right: string): string => `${settings.aclVendor}${right}`;
