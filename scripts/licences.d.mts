export interface Listed {
  readonly name: string;
  readonly version: string;
  readonly licence: string | undefined;
}

export interface LicencePolicy {
  readonly allowed: readonly string[];
  readonly packages: readonly {
    readonly name: string;
    readonly declared: string | null;
    readonly licence: string;
    readonly why: string;
  }[];
}

export const licencesOf: (sbom: { readonly components: readonly object[] }) => readonly Listed[];
export const licenceFaults: (listed: readonly Listed[], policy: LicencePolicy) => readonly string[];
export const licenceList: (listed: readonly Listed[], policy: LicencePolicy) => string;
