import { Injectable } from '@nestjs/common';
import { answers, needs, operation, type Operation, takes } from '../../../libs/operations/index.js';
import { SecretField, StringField } from '../../../libs/records/index.js';
import { attemptFrom } from './check-password.js';
import { SignIn } from './sign-in.js';
import { change, ChangeLog, SecurityEvents, Transactions } from '../../../libs/kernel/index.js';
import { AdminAccounts } from '../ports/accounts.js';
import { CustomerCredentials } from '../ports/customer-credentials.js';

/** Revokes all existing tokens of a user (access.md, "Tokens"). */
@Injectable()
export class RevokeTokens {
  constructor(
    private readonly admins: AdminAccounts,
    private readonly customers: CustomerCredentials,
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
    private readonly events: SecurityEvents,
  ) {}

  async ofAdmin(id: number): Promise<void> {
    await this.transactions.write(async () => {
      await this.admins.raiseTokenVersion(id);
      this.changes.append([change('account', id)]);
    });
    this.events.note('tokens_ended', { account: `admin:${id}` });
  }

  async ofCustomer(id: number): Promise<void> {
    await this.customers.raiseTokenVersion(id);
    this.events.note('tokens_ended', { account: `customer:${id}` });
  }
}

const PASSWORD = {
  about: 'Password of the account that the token is for',
  required: true,
  minLength: 0,
  maxLength: 255,
  example: 'correct horse battery staple',
} as const;

/** Bodies of the token routes, which have no wrapper (access.md, "Tokens"). */
class AdminSignIn {
  @StringField({ about: 'Username of the administrator', required: true, example: 'ada' })
  readonly username!: string;

  @SecretField(PASSWORD)
  readonly password!: string;
}

class CustomerSignIn {
  @StringField({ about: 'Email address of the customer', required: true, example: 'buyer@example.com' })
  readonly username!: string;

  @SecretField(PASSWORD)
  readonly password!: string;
}

const ADMINS = { service: 'integrationAdminTokenServiceV1', tag: 'integration', effect: 'writes' } as const;
const CUSTOMERS = { ...ADMINS, service: 'integrationCustomerTokenServiceV1' } as const;

const SIGN_IN = {
  right: needs.anonymous,
  input: { credentials: takes.fields(AdminSignIn, { limit: 'sign-in' }) },
  output: answers.secret('eyJhbGciOiJIUzI1NiIsImtpZCI6InNlY3JldC0xIn0.eyJ1aWQiOjF9.c2lnbmF0dXJl'),
  errors: [401, 429],
  by: SignIn,
} as const;

/** Operations for signing in and out (access.md, "Tokens"). */
export const TOKEN_OPERATIONS: readonly Operation[] = [
  operation({
    ...ADMINS,
    ...SIGN_IN,
    name: 'createAdminAccessToken',
    summary: 'Create a token for an administrator, valid for 60 minutes',
    rest: { verb: 'POST', path: 'integration/admin/token', neverStored: true },
    run: (signIn, { credentials }) => signIn.admin({ ...credentials, ...attemptFrom() }),
  }),
  operation({
    ...CUSTOMERS,
    ...SIGN_IN,
    name: 'createCustomerAccessToken',
    summary: 'Create a token for a customer of the website, valid for 60 minutes',
    input: { credentials: takes.fields(CustomerSignIn, { limit: 'sign-in' }) },
    rest: { verb: 'POST', path: 'integration/customer/token', neverStored: true },
    run: async (signIn, { credentials }, context) => {
      const { websiteId } = await context.storeView();
      return signIn.customer({ ...credentials, ...attemptFrom() }, websiteId);
    },
  }),
  operation({
    ...ADMINS,
    name: 'revokeAdminAccessToken',
    summary: 'Revoke all of your administrator tokens',
    right: needs.admin,
    rest: { verb: 'POST', path: 'integration/admin/revoke-admin-token', noSession: true },
    input: {},
    output: answers.true,
    by: RevokeTokens,
    run: async (revoke, _, { caller }) => {
      await revoke.ofAdmin(caller.id);
      return true;
    },
  }),
  operation({
    ...CUSTOMERS,
    name: 'revokeCustomerAccessToken',
    summary: 'Revoke all of your customer tokens',
    right: needs.customer,
    rest: { verb: 'POST', path: 'integration/customer/revoke-customer-token' },
    input: {},
    output: answers.true,
    by: RevokeTokens,
    run: async (revoke, _, { caller }) => {
      await revoke.ofCustomer(caller.id);
      return true;
    },
  }),
];
