/** External programs that receive their credentials. */
export abstract class Endpoints {
  /**
   * Posts a form and ignores the response. `StateConflict` if there is no response in time, the address is not public,
   * or it redirects.
   */
  abstract post(url: string, form: Readonly<Record<string, string>>): Promise<void>;
}
