import { SwitchSetting, TextSetting } from '../../libs/config/index.js';

/** What the operator tells this room beside JWT_SECRET, which is everybody's (running.md, "Settings"). */
export class AccessSettings {
  @TextSetting({
    about: "JSON file with further keys and trusted issuers of customers' tokens; read again on SIGHUP",
    accepts: () => true,
    expects: 'the path of a file',
  })
  readonly JWT_KEYS_FILE: string | undefined;

  @TextSetting({
    about: 'Creates this administrator at start if there is none yet',
    accepts: (text) => text === text.trim() && text.length <= 255,
    expects: 'a name of at most 255 characters without spaces at its ends',
  })
  readonly ADMIN_USERNAME: string | undefined;

  @TextSetting({
    about: "That administrator's password",
    accepts: (text) => text.length <= 1000,
    expects: 'at most 1,000 characters',
    secret: true,
  })
  readonly ADMIN_PASSWORD: string | undefined;

  @SwitchSetting({
    about: 'Takes OAuth signatures by HMAC-SHA1 too, which older clients need; HMAC-SHA256 is always taken',
    default: '0',
  })
  readonly OAUTH_SHA1!: boolean;

  static faults({ ADMIN_USERNAME, ADMIN_PASSWORD }: AccessSettings): readonly string[] {
    return (ADMIN_USERNAME === undefined) === (ADMIN_PASSWORD === undefined)
      ? []
      : ['ADMIN_USERNAME and ADMIN_PASSWORD belong together: set both or neither.'];
  }
}
