/** Settings of passports, filled from the environment. */
export class DppSettings {
  /** Base URL of this server without a trailing slash; printed in codes. */
  readonly publicBaseUrl: string = 'http://localhost:3000';
  /** True if GraphQL shows its page and its schema. */
  readonly graphqlLanding: boolean = true;
  /** Time limit for checking a passport or template, in milliseconds. */
  readonly checkMs: number = 2000;
  readonly checkProcesses: number = 2;
  /** Maximum heap size of each process that checks passports and templates, in MiB. */
  readonly checkMb: number = 128;
  /** True if a second person must release runs. */
  readonly release: boolean = false;
  /** Searches of the public list per minute and address; 0 for no limit. */
  readonly listPerMinute: number = 600;

  /** Points of Annex XIII that each non-public audience may read. */
  readonly audiences: ReadonlyMap<string, ReadonlySet<1 | 2 | 3 | 4>> = new Map();

  constructor(given: Partial<DppSettings>) {
    Object.assign(this, given);
    this.publicBaseUrl = this.publicBaseUrl.replace(/\/+$/, '');
  }
}
