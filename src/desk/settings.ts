import { SwitchSetting } from '../../libs/config/index.js';

/** The settings of this module. */
export class DeskSettings {
  @SwitchSetting({
    about: 'Serve Desk, the web page for staff, and its sign-in; 0 for servers that face consumers',
    default: '1',
  })
  readonly DESK!: boolean;
}
