/** What Jest makes for each file of tests, as far as a test needs it. */
declare class OneRealmEnvironment {
  constructor(config: { readonly projectConfig: object });
  teardown(): Promise<void>;
}

export = OneRealmEnvironment;
