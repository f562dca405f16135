import { SwitchSetting, TextSetting } from '../../libs/config/index.js';

/** JWT_SECRET is a shared setting (running.md, "Settings"). */
export class AccessSettings {
  @TextSetting({
    about:
      'Path of a JSON file with additional signing keys and trusted issuers of customer tokens; reloaded on SIGHUP',
    accepts: () => true,
    expects: 'the path of a file',
  })
  readonly JWT_KEYS_FILE: string | undefined;

  @TextSetting({
    about: 'Username of the first administrator, who is created at startup if no administrator exists',
    accepts: (text) => text === text.trim() && text.length <= 255,
    expects: 'a name of at most 255 characters without leading or trailing spaces',
  })
  readonly ADMIN_USERNAME: string | undefined;

  @TextSetting({
    about: 'Password of the first administrator (ADMIN_USERNAME)',
    accepts: (text) => text.length <= 1000,
    expects: 'a password of 8 to 255 characters',
    secret: true,
  })
  readonly ADMIN_PASSWORD: string | undefined;

  @TextSetting({
    about: 'Administrators who can sign in with a password: 1 all, 0 none, or comma-separated usernames',
    default: '1',
    accepts: (text) => text.trim() !== '',
    expects: '1, 0 or comma-separated usernames',
  })
  readonly ADMIN_PASSWORDS!: string;

  @SwitchSetting({
    about: 'Accept OAuth signatures with HMAC-SHA1 from older clients: 1 on, 0 off. HMAC-SHA256 is always accepted.',
    default: '0',
  })
  readonly OAUTH_SHA1!: boolean;

  static faults({ ADMIN_USERNAME, ADMIN_PASSWORD }: AccessSettings): readonly string[] {
    return (ADMIN_USERNAME === undefined) === (ADMIN_PASSWORD === undefined)
      ? []
      : ['ADMIN_USERNAME and ADMIN_PASSWORD must be set together. Set both or neither.'];
  }
}
