export interface AuditPolicy {
  readonly failFrom: string;
  readonly acceptedAtMostDays: number;
  readonly accepted: readonly {
    readonly package: string;
    readonly advisory: string;
    readonly why?: string;
    readonly until?: string;
  }[];
}

export const isReport: (answer: unknown) => boolean;
export const auditFaults: (report: object, policy: AuditPolicy, today: string) => readonly string[];
