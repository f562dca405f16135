/** Programs elsewhere that are told of their credentials. */
export abstract class Endpoints {
  /**
   * Posts a form; what is answered isn't looked at. `StateConflict` if nobody there answers in time, or where the address
   * leads is nobody's on the internet, or redirects.
   */
  abstract post(url: string, form: Readonly<Record<string, string>>): Promise<void>;
}
