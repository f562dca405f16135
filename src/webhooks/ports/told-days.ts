/** Up to which day of each website it was told whose prices begin and end. */
export abstract class ToldDays {
  abstract all(): Promise<ReadonlyMap<number, string>>;

  /** In the ambient write transaction; whether it still was `last`. */
  abstract keep(websiteId: number, last: string | undefined, day: string): Promise<boolean>;
}
