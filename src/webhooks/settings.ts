import { ListSetting, WholeSetting } from '../../libs/config/index.js';

/** What the operator sets of webhooks. */
export class WebhooksSettings {
  @ListSetting({
    about: 'Hosts on the own network that webhooks may be posted to: names or addresses; public ones always may',
    default: '',
    accepts: (word) => /^[a-z0-9.:-]{1,253}$/i.test(word),
    expects: 'names or addresses of hosts, with commas between',
  })
  readonly WEBHOOK_HOSTS!: readonly string[];

  @WholeSetting({
    about: 'Days that it is kept what webhooks have sent',
    default: '30',
    min: 1,
    max: 36_500,
  })
  readonly WEBHOOK_LOG_DAYS!: number;
}
