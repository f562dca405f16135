import { Post } from '@nestjs/common';
import { SecretField, StringField } from '../../../../libs/records/index.js';
import {
  Anonymous,
  answers,
  type Caller,
  Describes,
  InStore,
  NeedsAdmin,
  NeedsCustomer,
  NeverStored,
  PlainBody,
  RestController,
  SignedIn,
  type StoreView,
  type WireSettings,
} from '../../../../libs/webapi/index.js';
import { RevokeTokens } from '../../application/revoke-tokens.js';
import { SignIn } from '../../application/sign-in.js';
import { attemptFrom } from './attempt-from.js';

/** The body of the token routes: no wrapper (wire.md §6). */
export class Credentials {
  @StringField({ about: 'User name of an administrator, e-mail of a customer', required: true, example: 'ada' })
  readonly username!: string;

  @SecretField({
    about: 'Password',
    required: true,
    minLength: 0,
    maxLength: 255,
    example: 'correct horse battery staple',
  })
  readonly password!: string;
}

const A_TOKEN = answers.secret('eyJhbGciOiJIUzI1NiIsImtpZCI6InNlY3JldC0xIn0.eyJ1aWQiOjF9.c2lnbmF0dXJl');
const TAG = 'integration';
/** A name and a password are short. */
const TOKEN_LIMIT = { limit: ({ tokenMaxBytes }: WireSettings) => tokenMaxBytes };

/** Signing in and out (wire.md §6). */
@RestController('integration')
export class TokenController {
  constructor(
    private readonly signIn: SignIn,
    private readonly revoke: RevokeTokens,
  ) {}

  @Post('admin/token')
  @NeverStored()
  @Anonymous()
  @Describes({
    summary: 'Sign in as an administrator: a token for 60 minutes',
    answer: A_TOKEN,
    errors: [401, 429],
    tag: TAG,
  })
  admin(@PlainBody(Credentials, TOKEN_LIMIT) credentials: Credentials): Promise<string> {
    return this.signIn.admin({ ...credentials, ...attemptFrom() });
  }

  @Post('customer/token')
  @NeverStored()
  @Anonymous()
  @Describes({
    summary: "Sign in as a customer of the store's website: a token for 60 minutes",
    answer: A_TOKEN,
    errors: [401, 429],
    tag: TAG,
  })
  customer(
    @PlainBody(Credentials, TOKEN_LIMIT) credentials: Credentials,
    @InStore() { websiteId }: StoreView,
  ): Promise<string> {
    return this.signIn.customer({ ...credentials, ...attemptFrom() }, websiteId);
  }

  @Post('admin/revoke-admin-token')
  @NeedsAdmin()
  @Describes({ summary: 'End all tokens of the administrator who calls', answer: answers.true, tag: TAG })
  async revokeAdmin(@SignedIn() { id }: Caller): Promise<boolean> {
    await this.revoke.ofAdmin(id);
    return true;
  }

  @Post('customer/revoke-customer-token')
  @NeedsCustomer()
  @Describes({ summary: 'End all tokens of the customer who calls', answer: answers.true, tag: TAG })
  async revokeCustomer(@SignedIn() { id }: Caller): Promise<boolean> {
    await this.revoke.ofCustomer(id);
    return true;
  }
}
