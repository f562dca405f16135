import { ACCEPTED_SCHEMES, type RegistryEntry } from './entry.js';
import { proofEndsAt, reminderAt } from './answer.js';

/** A missing or wrong detail of a passport's registration. */
export interface RegistryLine {
  readonly path: string | null;
  readonly state: 'missing' | 'wrong';
  readonly message: string;
  readonly cite: string;
}

type Entry = Pick<RegistryEntry, 'version' | 'state' | 'problem' | 'registrationId' | 'at' | 'message'> & {
  readonly hasProof: boolean;
};

const DUTY = 'Regulation (EU) 2024/1781, Article 13; for batteries Regulation (EU) 2023/1542, Article 77(10)';
const FORM = 'Implementing Regulation (EU) 2026/1778';

const OPERATOR: RegistryLine = {
  path: 'parties',
  state: 'missing',
  message: `The importer (or the manufacturer if there is no importer) has no identifier that the EU registry accepts. Add an identifier with one of the schemes ${ACCEPTED_SCHEMES.join(', ')}.`,
  cite: FORM,
};

const day = (at: Date): string => at.toISOString().slice(0, 10);

const unregistered = (entry: Entry | undefined): string => {
  if (!entry) return 'The passport is not registered in the EU registry. Publication queues it for export.';
  const version = `Version ${entry.version} is not registered in the EU registry`;
  if (entry.state === 'exported') return `${version}. It has been exported, but the registry has not responded yet.`;
  if (entry.state === 'rejected') return `${version}. The registry rejected it: ${entry.message ?? ''}`;
  return `${version}. It is waiting for export.`;
};

const proofLines = ({ version, registrationId, problem, hasProof, at }: Entry, now: Date): readonly RegistryLine[] => {
  const of = `the proof of registration ${registrationId ?? ''}`;
  if (problem === 'proof_hash')
    return [
      {
        path: null,
        state: 'wrong',
        message: `The hash in ${of} does not match version ${version}. Fetch the proof again.`,
        cite: FORM,
      },
    ];
  if (hasProof || at === null || now < reminderAt(at)) return [];
  const message = `Fetch ${of}. The registry provides the proof until ${day(proofEndsAt(at))}.`;
  return [{ path: null, state: 'missing', message, cite: FORM }];
};

/**
 * Findings from the newest entry of the passport. `isAccepted` is true if the version's operator has an accepted
 * identifier.
 */
export const registryLines = (entry: Entry | undefined, isAccepted: boolean, now: Date): readonly RegistryLine[] => [
  ...(isAccepted ? [] : [OPERATOR]),
  ...(entry?.state === 'registered'
    ? proofLines(entry, now)
    : [{ path: null, state: 'missing', message: unregistered(entry), cite: DUTY } as const]),
];
