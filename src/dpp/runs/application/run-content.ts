import type { Fault, Refusal } from '../../../../libs/kernel/index.js';
import type { Prepared, StoredVersion } from '../../authoring/index.js';
import type { PassportRun } from '../ports/passport-runs.js';

/** The content that all items share. */
export const contentOf = ({ content }: Pick<PassportRun, 'content'>): StoredVersion =>
  JSON.parse(content) as StoredVersion;

/** Reasons that prevent publishing any item, checked with one of them. Faults of its identity are its own. */
export const sharedFaults = ({ faults, identityFaults }: Prepared): readonly Fault[] =>
  faults.filter((fault) => !identityFaults.includes(fault));

const MESSAGE_MAX = 4000;

/** Counts a refused item; only the first reasons are kept. */
export const withRefused = (run: PassportRun, serial: string, refusal: Refusal): PassportRun => {
  const line = `${serial}: ${refusal.message}`;
  const message = run.message === null ? line : `${run.message}\n${line}`;
  return { ...run, refused: run.refused + 1, message: message.length > MESSAGE_MAX ? run.message : message };
};
