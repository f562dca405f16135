export type AccountInput = Readonly<Record<string, unknown>>;

/** An administrator. The password is write-only. */
export interface AdminRecord {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly roleId: number;
  readonly isActive: number;
  readonly password?: string | undefined;
}

/** Rights are listed by their names without the vendor's prefix, as they are stored. */
export interface RoleRecord {
  readonly id: number;
  readonly name: string;
  readonly resources: readonly string[];
}

export interface IntegrationRecord extends RoleRecord {
  readonly isActive: number;
  readonly endpoint: string | null;
  readonly identityLinkUrl: string | null;
  readonly consumerKey: string | null;
  readonly oauthCreatedAt: Date | null;
}
