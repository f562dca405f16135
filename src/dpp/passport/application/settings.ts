/** What the operator says about passports; whoever reads the environment fills it in. */
export class DppSettings {
  /** Under which address clients reach this server, without a slash at its end: it is printed in codes. */
  readonly publicBaseUrl: string = 'http://localhost:3000';
  /** Whether GraphQL shows its page and tells its schema. */
  readonly graphqlLanding: boolean = true;
  /** How long one passport or template may take to be checked, in milliseconds. */
  readonly checkMs: number = 2000;
  /** How many processes check at once. */
  readonly checkProcesses: number = 2;
  /** Heap of each of them, in MiB. */
  readonly checkMb: number = 128;
  /** Whether a second person releases a run of serial numbers. */
  readonly release: boolean = false;

  /** Which points of Annex XIII each audience reads, beside the public. */
  readonly audiences: ReadonlyMap<string, ReadonlySet<1 | 2 | 3 | 4>> = new Map();

  constructor(given: Partial<DppSettings> = {}) {
    Object.assign(this, given);
    this.publicBaseUrl = this.publicBaseUrl.replace(/\/+$/, '');
  }
}
