import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import type { RegistryEntry } from './entry.js';

/** The registry offers its proof for this many days. After that, a missing proof triggers a reminder. */
const PROOF_DAYS = 90;
const REMINDER_DAYS = 75;
const DAY_MS = 86_400_000;

export const reminderAt = (registeredAt: Date): Date => new Date(registeredAt.getTime() + REMINDER_DAYS * DAY_MS);
export const proofEndsAt = (registeredAt: Date): Date => new Date(registeredAt.getTime() + PROOF_DAYS * DAY_MS);

export interface Proof {
  readonly mediaType: string;
  /** Proof document in base64. */
  readonly content: string;
  /** Hash of the version, as stated in the proof: `sha-256:` and hex. */
  readonly hash: string;
}

/** The registry's answer for one version. */
export interface RegistryAnswer {
  readonly upi: string;
  readonly version: number;
  /** Set if several passports share the identifier. */
  readonly passportId: number | null;
  readonly state: 'registered' | 'rejected';
  /** Registration ID; null if rejected. */
  readonly id: string | null;
  readonly at: Date;
  /** Reason of the rejection; null if registered. */
  readonly message: string | null;
  readonly proof: Proof | null;
}

/** Tolerated difference between the clocks of registry and server, in milliseconds. */
const AHEAD_MS = 5 * 60_000;

/** Faults of an answer that do not depend on its entry. */
export const answerFaults = ({ state, id, at, message, proof }: RegistryAnswer, name: string, now: Date) => {
  const fault = (text: string): Fault => sentence(`%answer: ${text}`, { answer: name });
  const isRegistered = state === 'registered';
  return [
    ...(isRegistered && id === null
      ? [fault('The "id" is missing. A registered version needs the ID that the registry assigned.')]
      : []),
    ...(isRegistered && message !== null ? [fault('Only a rejected version can have a "message". Leave it out.')] : []),
    ...(!isRegistered && message === null
      ? [fault('The "message" is missing. A rejected version needs the message of the registry.')]
      : []),
    ...(!isRegistered && (id !== null || proof !== null)
      ? [fault('A rejected version cannot have an "id" or a "proof". Leave them out.')]
      : []),
    ...(at.getTime() > now.getTime() + AHEAD_MS ? [fault('"at" is in the future. Correct the time.')] : []),
  ];
};

/** Reason why an answer cannot be applied to an entry in this state; undefined if it can. */
export const stepFault = (
  entry: Pick<RegistryEntry, 'state' | 'registrationId'>,
  { state, id }: RegistryAnswer,
  name: string,
): Fault | undefined => {
  const fault = (text: string, more: object = {}): Fault => sentence(`%answer: ${text}`, { answer: name, ...more });
  if (entry.state === 'pending')
    return fault('The version has not been exported, so the registry cannot have responded to it. Export it first.');
  if (entry.state !== 'registered' || (state === 'registered' && id === entry.registrationId)) return undefined;
  return fault('The version is already registered as %id. Leave this response out.', { id: entry.registrationId });
};
