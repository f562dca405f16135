import { Put } from '@nestjs/common';
import { SecretField } from '../../../../libs/records/index.js';
import {
  answers,
  type Caller,
  Describes,
  NeedsAdmin,
  PlainBody,
  RestController,
  SignedIn,
} from '../../../../libs/webapi/index.js';
import { OwnPassword } from '../../application/own-password.js';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../application/passwords.js';
import { attemptFrom } from './attempt-from.js';

/** No wrapper, as at the token routes. */
export class PasswordChange {
  @SecretField({
    about: 'The present password',
    required: true,
    minLength: 0,
    maxLength: PASSWORD_MAX,
    example: 'correct horse battery staple',
  })
  readonly currentPassword!: string;

  @SecretField({
    about: 'The new one',
    required: true,
    minLength: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
    example: 'a better horse and battery',
  })
  readonly password!: string;
}

/** What administrators do with their own account. */
@RestController('access/me')
export class OwnPasswordController {
  constructor(private readonly own: OwnPassword) {}

  @Put('password')
  @NeedsAdmin()
  @Describes({
    summary: 'Change the password of the administrator who calls; all of their tokens end',
    answer: answers.true,
    errors: [401, 429],
  })
  async change(
    @SignedIn() { id }: Caller,
    @PlainBody(PasswordChange, { limit: ({ tokenMaxBytes }) => tokenMaxBytes })
    { currentPassword, password }: PasswordChange,
  ): Promise<boolean> {
    await this.own.change(id, { password: currentPassword, ...attemptFrom() }, password);
    return true;
  }
}
