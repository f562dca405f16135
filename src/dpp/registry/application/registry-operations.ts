import { NoSuchEntity } from '../../../../libs/kernel/index.js';
import {
  answers,
  BegunJob,
  Jobs,
  type JobName,
  needs,
  type Operation,
  operation,
  takes,
} from '../../../../libs/operations/index.js';
import { fieldsOf, IntField, StringField, toWire } from '../../../../libs/records/index.js';
import { DPP_RIGHTS, PUBLISH } from '../../passport/index.js';
import { RegistryEntries } from '../ports/registry-entries.js';
import { registryEntryResource, StoredRegistryEntry } from '../registry-entry.record.js';
import { ProofFields } from './answer-body.js';
import { RegisteredVersions } from './export-registry.js';

const FILES_MAX = 1000;

export interface RegistryExportInput {
  readonly files: number;
}

export const REGISTRY_EXPORT_JOB: JobName = {
  name: 'passport_registry_export',
  summary: 'Write pending entries for the EU registry to files',
  right: needs.right(PUBLISH),
};

class RegistryEntryFields extends StoredRegistryEntry {
  @StringField({
    about: 'Unique product identifier: the GS1 Digital Link, or else the URL of the passport page',
    maxLength: 1000,
    searchable: false,
    example: 'https://passports.example/01/09524000010018/21/RP545-1',
  })
  readonly upi!: string;
}

class ExportOrder {
  @IntField({
    about: 'Maximum number of files, each with at most 100 entries',
    min: 1,
    max: FILES_MAX,
    default: FILES_MAX,
    example: 10,
  })
  readonly files!: number;
}

const { path, service } = registryEntryResource;
const common = { service, tag: 'EU registry' } as const;
const read = {
  ...common,
  by: [RegistryEntries, RegisteredVersions],
  right: needs.right(DPP_RIGHTS.read),
  effect: 'reads',
} as const;
const ENTRY = fieldsOf(RegistryEntryFields);
const PROOF = fieldsOf(ProofFields);

/** The EU registry of product passports (passports-registry.md). */
export const REGISTRY_OPERATIONS: readonly Operation[] = [
  operation({
    ...read,
    name: 'search',
    summary: 'Search entries for the EU registry',
    about:
      'Each published version has an entry. Only a response from the registry changes its state to `registered` or `rejected`.',
    rest: { verb: 'GET', path: `${path}/search` },
    input: { search: takes.criteriaOver(RegistryEntryFields, { mayBeAbsent: true }) },
    output: answers.fieldsSearch(RegistryEntryFields),
    run: async ([entries, versions], { search }) => {
      const { items, total } = await entries.search(search.criteria);
      const found = [];
      for (const entry of items) found.push(toWire(ENTRY, { ...entry, upi: await versions.upi(entry.id) }));
      return { items: found, total };
    },
  }),
  operation({
    ...read,
    name: 'proof',
    summary: 'Read the proof of a registration',
    about: 'The ID in the path is the ID of the registry entry. Returns null if no proof is stored.',
    rest: { verb: 'GET', path: `${path}/:id/proof` },
    input: { id: takes.id() },
    output: answers.orNull(answers.fields(ProofFields)),
    run: async ([entries], { id }) => {
      const proof = await entries.proof(id);
      if (proof) return toWire(PROOF, proof);
      if (!(await entries.has(id))) throw new NoSuchEntity('id', id);
      return null;
    },
  }),
  operation({
    ...common,
    by: Jobs,
    right: needs.right(PUBLISH),
    effect: 'writes',
    name: 'export',
    summary: 'Start a job that exports entries for the EU registry',
    about:
      'Returns the UUID of a job that writes files with at most 100 entries each, as JSON and as XML. Kontor does not send them to the registry. Exported entries stay in the state `exported` until a response from the registry is stored.',
    startsJob: true,
    rest: { verb: 'POST', path: `${path}/exports` },
    input: { order: takes.fields(ExportOrder) },
    output: answers.fields(BegunJob),
    run: async (jobs, { order: { files } }, { caller }) => {
      const input: RegistryExportInput = { files };
      const description = 'Export for the EU registry';
      return { uuid: await jobs.begin({ kind: REGISTRY_EXPORT_JOB, caller, description, input }) };
    },
  }),
];
