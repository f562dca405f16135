import type { Fault, Refusal } from '../../../../libs/kernel/index.js';
import type { Prepared, StoredVersion } from '../../authoring/index.js';
import type { PassportRun } from '../ports/passport-runs.js';

/** What the items of a run have in common. */
export const contentOf = ({ content }: Pick<PassportRun, 'content'>): StoredVersion =>
  JSON.parse(content) as StoredVersion;

/** What keeps all items from being published, judged by one of them; what is wrong with its identity is its own. */
export const sharedFaults = ({ faults, identityFaults }: Prepared): readonly Fault[] =>
  faults.filter((fault) => !identityFaults.includes(fault));

const MESSAGE_MAX = 4000;

/** One of its items was refused; of many the first reasons are told. */
export const withRefused = (run: PassportRun, serial: string, refusal: Refusal): PassportRun => {
  const line = `${serial}: ${refusal.message}`;
  const message = run.message === null ? line : `${run.message}\n${line}`;
  return { ...run, refused: run.refused + 1, message: message.length > MESSAGE_MAX ? run.message : message };
};
