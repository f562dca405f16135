export class DocumentSettings {
  /** Hosts that external documents may lie on; none: every host. */
  readonly externalHosts: readonly string[] = [];
  /** Seconds that a link to a document holds. */
  readonly linkSeconds: number = 300;
  /** The application's secret, of which the key of links is derived. */
  readonly secret: string = '';

  constructor(given: Partial<DocumentSettings> = {}) {
    Object.assign(this, given);
  }
}
