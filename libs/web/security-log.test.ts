import { Logger } from '@nestjs/common';
import { SystemClock } from '../kernel/index.js';
import { SecurityLog, loggedPath } from './security-log.js';

describe('security events (operations.md, "Logs")', () => {
  const lines: unknown[] = [];
  const later: (() => void)[] = [];
  const log = new SecurityLog(new SystemClock(), { afterCommit: (work) => void later.push(work) });
  const events = (): unknown[] => lines.map((line) => (line as { event: unknown }).event);

  beforeAll(() => {
    for (const level of ['log', 'warn'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation((...line: unknown[]) => void lines.push(line[0]));
  });
  beforeEach(() => {
    lines.splice(0);
    later.splice(0);
  });
  afterAll(() => {
    log.onModuleDestroy();
    jest.restoreAllMocks();
  });

  it('of a write are logged after its commit, because it may be rolled back', () => {
    log.note('account_changed', { account: 'role:7' });
    log.note('tokens_ended', { account: 'admin:7' });
    expect(lines).toEqual([]);
    for (const work of later) work();
    expect(events()).toEqual(['account_changed', 'tokens_ended']);
  });

  it('of a rejection are logged at once', () => {
    log.note('right_missing', { right: 'Kontor_Access::save' });
    expect([events(), later]).toEqual([['right_missing'], []]);
  });
});

it.each([
  ['/rest/V1/customerdocuments/link/secret.seal', '/rest/V1/customerdocuments/link/…'],
  ['/rest/default/V1/customerdocuments/link/secret/', '/rest/default/V1/customerdocuments/link/…'],
  ['/rest/V1/customerdocuments/link//secret', '/rest/V1/customerdocuments/link//…'],
  ['/rest/V1/customerdocuments/link/a/secret', '/rest/V1/customerdocuments/link/…'],
  ['/rest/V1/customerdocuments/link%2Fsecret', '/rest/V1/customerdocuments/link%2F…'],
  ['/rest/V1/customerdocuments%2flink/secret', '/rest/V1/customerdocuments%2flink/…'],
  ['/rest/V1/CustomerDocuments/Link/secret', '/rest/V1/CustomerDocuments/Link/…'],
  ['/rest/V1/customerdocuments/links/17', '/rest/V1/customerdocuments/links/17'],
  ['/rest/V1/customerdocuments/me/17/link', '/rest/V1/customerdocuments/me/17/link'],
  ['/rest/link/V1/commerce/products/1', '/rest/link/V1/commerce/products/1'],
])('the path %s is logged as %s', (path, logged) => {
  expect(loggedPath(path, ['customerdocuments/link'])).toBe(logged);
});
