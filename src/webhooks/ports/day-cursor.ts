/** The last day of each website whose starting and ending prices were reported. */
export abstract class DayCursor {
  abstract all(): Promise<ReadonlyMap<number, string>>;

  /** In the ambient write transaction; whether it still was `last`. */
  abstract keep(websiteId: number, last: string | undefined, day: string): Promise<boolean>;
}
