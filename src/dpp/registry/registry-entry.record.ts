import { defineRecord, IdField, InstantField, IntField, StringField, TextField } from '../../../libs/records/index.js';
import { DPP_RIGHTS } from '../passport/index.js';
import {
  type Action,
  ENTRY_STATES,
  type EntryState,
  type Problem,
  PROBLEMS,
  type RegistryEntry,
} from './domain/entry.js';

export const MESSAGE_BYTES = 4000;

/**
 * The entry of a published version for the EU registry. It is small, because each item has one. Queuing is not audited,
 * because the version itself is.
 */
export class StoredRegistryEntry implements RegistryEntry {
  /** ID of the published version. */
  @IdField()
  readonly id!: number;

  @IntField({ about: 'ID of the passport that the entry describes', required: true, example: 17 })
  readonly passportId!: number;

  @IntField({ about: 'Number of the published version', required: true, example: 1 })
  readonly version!: number;

  /** Not returned by the API, which returns the identifier itself. */
  @IntField({
    about: 'Internal short form of the product identifier',
    required: true,
    access: 'write',
    searchable: false,
  })
  readonly product!: number;

  @StringField({
    about: `State of the entry: ${ENTRY_STATES.join(', ')}`,
    words: ENTRY_STATES,
    maxLength: 16,
    required: true,
    example: 'registered',
  })
  readonly state!: EntryState;

  @StringField({
    about:
      'Problem with the entry; null if there is none. `operator_identifier` means that the operator has no identifier that the registry accepts. `proof_hash` means that the hash in the proof does not match the version.',
    words: PROBLEMS,
    maxLength: 24,
    nullable: true,
    example: null,
  })
  readonly problem!: Problem | null;

  @IntField({
    about: 'Number of the export that contains the entry; null before the export',
    nullable: true,
    example: 12,
  })
  readonly exportId!: number | null;

  @StringField({
    about: 'Requested action: `register`, or `update` if an earlier version was exported; null before the export',
    maxLength: 8,
    nullable: true,
    example: 'register',
  })
  readonly action!: Action | null;

  @StringField({
    about: 'Registration ID that the registry assigned; null if not registered',
    nullable: true,
    example: 'REG-2027-0000017',
  })
  readonly registrationId!: string | null;

  @InstantField({
    about: 'Time of the response according to the registry (UTC); null before the response',
    nullable: true,
  })
  readonly at!: Date | null;

  @TextField({
    about: 'Reason for the rejection; null if not rejected',
    nullable: true,
    maxBytes: MESSAGE_BYTES,
    example: null,
  })
  readonly message!: string | null;
}

export const registryEntryResource = defineRecord<StoredRegistryEntry>({
  resource: 'passportRegistryEntry',
  record: StoredRegistryEntry,
  room: 'dpp',
  path: 'dpp/manage/registry',
  title: { one: 'entry for the EU registry', many: 'entries for the EU registry' },
  table: 'passport_registration',
  rights: DPP_RIGHTS,
  ids: 'given',
  isAudited: false,
  unique: [],
  indexes: [
    { name: 'passport_registration_export', properties: ['exportId', 'problem'] },
    { name: 'passport_registration_product', properties: ['product'] },
  ],
  service: 'dppRegistryV1',
});
