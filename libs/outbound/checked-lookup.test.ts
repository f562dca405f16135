import { createConnection, type TcpNetConnectOpts } from 'node:net';
import { type FindAddresses, checkedLookup } from './checked-lookup.js';

/** The error of a connection that uses the checked lookup. */
const connecting = (
  host: string,
  find?: FindAddresses,
  mayReach: (address: string) => boolean = () => true,
): Promise<Error> =>
  new Promise((resolve, reject) => {
    const options: TcpNetConnectOpts = { host, port: 9, lookup: checkedLookup(mayReach, find) };
    createConnection(options)
      .once('error', resolve)
      .once('connect', () => reject(new Error('it is connected')));
  });

describe('a connection to a host name', () => {
  it('fails with the lookup error of an unknown name', async () => {
    expect(await connecting('no-such-host.invalid')).toMatchObject({
      syscall: 'getaddrinfo',
      hostname: 'no-such-host.invalid',
    });
  });

  it('fails if the name has no address', async () => {
    expect((await connecting('empty.example', (_host, found) => found(null, []))).message).toBe(
      'empty.example does not resolve to an allowed address',
    );
  });

  it('fails if one of its addresses is not allowed', async () => {
    const two: FindAddresses = (_host, found) =>
      found(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ]);
    const checked: string[] = [];
    const error = await connecting('two.example', two, (address) => {
      checked.push(address);
      return address !== '127.0.0.2';
    });
    expect(error.message).toBe('two.example does not resolve to an allowed address');
    expect(checked).toEqual(['127.0.0.1', '127.0.0.2']);
  });
});
