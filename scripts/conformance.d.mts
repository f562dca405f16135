export interface Statement {
  readonly kind: 'clause' | 'shownBy' | 'notFulfilled';
  readonly clause: string;
  /** A day. */
  readonly checked: string;
  readonly statement: string;
  /** The test elsewhere, or the reason; empty for a test of the file itself. */
  readonly about: string;
}

export const PAGE: string;
export function statementsIn(source: string): readonly Statement[];
export function pageOf(statements: readonly Statement[]): string;
export function made(): string;
