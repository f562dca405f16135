import { type Change, change, EVERYTHING, type Fault, sentence } from '../../../libs/kernel/index.js';

/** The group of anonymous callers; fixed (commerce.md). */
const NOT_LOGGED_IN = 0;

/** The default group of a customer. */
export const GENERAL = 1;

interface GroupFacts {
  readonly id: number;
  readonly code: string;
}

/** Group 0 stays as it is. */
export const customerGroupFaults = (next: GroupFacts, previous: GroupFacts | undefined): readonly Fault[] =>
  previous?.id === NOT_LOGGED_IN && next.code !== previous.code
    ? [sentence('Customer group 0 (NOT LOGGED IN) cannot be changed.')]
    : [];

/** Why a group can't be deleted, whatever uses it. */
export const customerGroupDeletionFault = ({ id }: GroupFacts): Fault | undefined =>
  id === NOT_LOGGED_IN ? sentence('Customer group 0 (NOT LOGGED IN) cannot be deleted.') : undefined;

/** There is no narrower scope for a group; groups are rarely created or deleted (pricing.md §5). */
export const customerGroupScopes = (
  previous: GroupFacts | undefined,
  next: GroupFacts | undefined,
): readonly Change[] => (previous?.code === next?.code ? [] : [change(EVERYTHING)]);
