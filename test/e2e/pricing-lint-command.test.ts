import { startApp, type TestApp, testSettings } from '../support/app.js';
import { type CommandResult, runCli } from '../support/process.js';
import { Shop } from '../support/shop.js';

describe('kontor lint', () => {
  let app: TestApp;
  let settings: Readonly<Record<string, string>>;
  beforeAll(async () => {
    app = await startApp();
    const { DATABASE_URL, JWT_SECRET = '' } = testSettings(app.databaseUrl);
    settings = { DATABASE_URL, JWT_SECRET };
  });
  afterAll(() => app.close());

  const lint = (...args: readonly string[]): Promise<CommandResult> => runCli(settings, ['lint', ...args]);
  /** The output lines without the duration. */
  const lines = ({ stdout }: CommandResult): readonly string[] =>
    stdout
      .replace(/ in \d+\.\d s\n$/, '\n')
      .split('\n')
      .slice(0, -1);

  it('exits with 0 if there are no findings', async () => {
    const done = await lint();
    expect([done.code, done.stderr, lines(done)]).toEqual([0, '', ['No problems found.', '0 findings']]);
  });

  it('shows the first findings of each rule, counts all, and exits with 1', async () => {
    const shop = new Shop(app);
    const { id: customer_id } = await shop.commerce('customers', 'customer', { id: 5 });
    const sku = await shop.product({ price: 10, cost: 6 });
    const ids: number[] = [];
    for (const qty of [1, 2, 3])
      ids.push((await shop.customerPrice({ customer_id, sku, qty, value: 9, to_date: '2020-12-31' })).id);
    const { id: cheap } = await shop.customerPrice({ customer_id, sku, qty: 5, value: 4 });
    const list = await shop.list({ name: 'Nothing in it' });

    const all = await lint('--show', '2');
    expect([all.code, lines(all)]).toEqual([
      1,
      [
        `notice   expired  customerPrice ${ids[0]}: The period of validity ended on 2020-12-31.`,
        `notice   expired  customerPrice ${ids[1]}: The period of validity ended on 2020-12-31.`,
        `error    below_cost  customerPrice ${cheap}: The price of ${sku} on website 1 is 4 USD, below the cost of 6.`,
        `warning  empty_list  priceList ${list}: The list has no rows. The list applies to no buyer: it is neither assigned nor a base list.`,
        '',
        'Findings not shown: 1. Get them with GET /V1/pricing/lint, or raise --show.',
        '',
        'rule                          error   warning    notice',
        'below_cost                        1         0         0',
        'empty_list                        0         1         0',
        'expired                           0         0         3',
        '5 findings',
      ],
    ]);
    expect(
      lines(await lint('--rule', 'expired', '--rule', 'empty_list', '--severity', 'warning', '--show', '0')),
    ).toEqual([
      'Findings not shown: 1. Get them with GET /V1/pricing/lint, or raise --show.',
      '',
      'rule                          error   warning    notice',
      'empty_list                        0         1         0',
      '1 finding',
    ]);
    expect(lines(await lint('--rule', 'expired', '--date', '2020-12-31'))).toEqual([
      'No problems found.',
      '0 findings',
    ]);
  });

  it.each<[readonly string[], number]>([
    [['--rule', 'expired'], 0],
    [['--rule', 'expired', '--fail-on', 'notice'], 1],
    [['--rule', 'empty_list'], 1],
    [['--rule', 'empty_list', '--fail-on', 'error'], 0],
    [['--fail-on', 'never'], 0],
  ])('with %j exits with %i', async (args, code) => {
    expect((await lint(...args)).code).toBe(code);
  });

  it.each([
    [['--rule', 'nope'], /option '--rule <rule>' argument 'nope' is invalid. Expected one of overlapping_windows/],
    [['--severity', 'bad'], /Expected one of error, warning, notice/],
    [['--show', '-1'], /Expected a whole number/],
    [['--date', '2020-02-30'], /Expected a date, YYYY-MM-DD/],
  ])('rejects %j with a one-line error, and exits with 1', async (args, message) => {
    const { code, stdout, stderr } = await lint(...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('requires the module pricing-calc', async () => {
    const { code, stderr } = await runCli({ ...settings, ADD_ONS: 'pricing-customer' }, ['lint']);
    expect([code, stderr]).toEqual([1, 'The module pricing-calc is not installed. Add it to ADD_ONS.\n']);
  });
});
