import { answers, needs, operation, takes } from '../../../libs/operations/index.js';
import { SecretField } from '../../../libs/records/index.js';
import { attemptFrom } from './check-password.js';
import { OwnPassword } from './own-password.js';
import { PASSWORD_MAX, PASSWORD_MIN } from './passwords.js';

/** Without a wrapper, like the bodies of token routes. */
class PasswordChange {
  @SecretField({
    about: 'Current password of the administrator',
    required: true,
    minLength: 0,
    maxLength: PASSWORD_MAX,
    example: 'correct horse battery staple',
  })
  readonly currentPassword!: string;

  @SecretField({
    about: 'New password of the administrator',
    required: true,
    minLength: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
    example: 'a better horse and battery',
  })
  readonly password!: string;
}

export const ownPasswordOperation = operation({
  service: 'accessOwnPasswordV1',
  name: 'changeOwnPassword',
  summary: 'Change your own password and revoke all of your tokens',
  right: needs.admin,
  effect: 'writes',
  rest: { verb: 'PUT', path: 'access/me/password' },
  input: { change: takes.fields(PasswordChange, { limit: 'sign-in' }) },
  output: answers.true,
  errors: [401, 429],
  by: OwnPassword,
  run: async (own, { change: { currentPassword, password } }, { caller }) => {
    await own.change(caller.id, { password: currentPassword, ...attemptFrom() }, password);
    return true;
  },
});
