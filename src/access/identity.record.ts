import { defineRecord, IdField, ReferenceField, StringField } from '../../libs/records/index.js';
import { ACCESS_RIGHTS } from './domain/rights.js';

/** A person at an identity provider who signs in as an administrator (access.md, "Identity provider"). */
class AdminIdentity {
  @IdField()
  readonly id!: number;

  @ReferenceField('admin', {
    about: 'Administrator account used for sign-in with this identity',
    required: true,
    onDelete: 'cascade',
  })
  readonly adminId!: number;

  @StringField({
    about: 'URL of the identity provider, as in the setting OIDC_ISSUER',
    maxLength: 255,
    required: true,
    example: 'https://login.example.com',
  })
  readonly issuer!: string;

  @StringField({
    about: 'Identifier of the person at the identity provider, from the claim `sub`',
    maxLength: 255,
    required: true,
    example: '248289761001',
  })
  readonly subject!: string;
}

export type AdminIdentityRecord = AdminIdentity;

export const adminIdentityResource = defineRecord<AdminIdentity>({
  resource: 'adminIdentity',
  record: AdminIdentity,
  room: 'access',
  path: 'access/identities',
  title: { one: 'sign-in identity', many: 'sign-in identities' },
  table: 'admin_identity',
  rights: ACCESS_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'admin_identity_subject',
      properties: ['issuer', 'subject'],
      says: 'A sign-in identity with this issuer and subject already exists. Update or delete it instead.',
    },
  ],
  service: 'accessIdentityRepositoryV1',
});
