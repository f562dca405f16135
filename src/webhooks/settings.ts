import { ListSetting, WholeSetting } from '../../libs/config/index.js';

export class WebhooksSettings {
  @ListSetting({
    about:
      'Hosts on the private network that can receive webhooks, as comma-separated names or addresses; public hosts are always allowed',
    default: '',
    accepts: (word) => /^[a-z0-9.:-]{1,253}$/i.test(word),
    expects: 'comma-separated host names or addresses',
  })
  readonly WEBHOOK_HOSTS!: readonly string[];

  @WholeSetting({
    about: 'Days to keep sent webhook deliveries',
    default: '30',
    min: 1,
    max: 36_500,
  })
  readonly WEBHOOK_LOG_DAYS!: number;
}
