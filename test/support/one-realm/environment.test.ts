import { tmpdir } from 'node:os';
import OneRealmEnvironment from './environment.cjs';

/** What a worker's next file must not see of this one (docs/adr/0068-tests-share-a-realm.md). */
describe('what a file of tests has changed of the process', () => {
  it('is put back when it has ended', async () => {
    const { fetch } = globalThis;
    const before = [process.cwd(), process.env['PATH'], process.exitCode, process.listenerCount('SIGUSR2')];
    const file = new OneRealmEnvironment({ projectConfig: { fakeTimers: {} } });

    globalThis.fetch = () => Promise.reject(new Error('no network'));
    Object.assign(globalThis, { [Symbol.for('RETRY_TIMES')]: '2' });
    process.env['KONTOR_LEFT_BEHIND'] = '1';
    process.env['PATH'] = '/nowhere';
    process.exitCode = 3;
    process.chdir(tmpdir());
    process.on('SIGUSR2', () => undefined);
    await file.teardown();

    expect(globalThis.fetch).toBe(fetch);
    expect(Symbol.for('RETRY_TIMES') in globalThis).toBe(false);
    expect(process.env).not.toHaveProperty('KONTOR_LEFT_BEHIND');
    expect([process.cwd(), process.env['PATH'], process.exitCode, process.listenerCount('SIGUSR2')]).toEqual(before);
  });

  it('but what packages add once stays', async () => {
    const added = Symbol.for('kontor.test.added');
    const file = new OneRealmEnvironment({ projectConfig: { fakeTimers: {} } });
    Object.assign(globalThis, { [added]: true });
    await file.teardown();
    expect(added in globalThis).toBe(true);
    Reflect.deleteProperty(globalThis, added);
  });
});
