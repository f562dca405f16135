import { SecretKeys } from './secret-keys.js';

const [OLD, NEW] = [`old:${'ab'.repeat(32)}`, `new:${'cd'.repeat(32)}`];

/** Keys whose source can change, with the number of times it was read. */
const changing = () => {
  let [text, looks] = [OLD, 0];
  const source = {
    read: () => {
      looks += 1;
      return text;
    },
  };
  return { keys: new SecretKeys(source), change: (to: string) => (text = to), looks: () => looks };
};

describe('SecretKeys', () => {
  it('reads the source again for a new ID, even after many failed lookups', () => {
    const { keys, change } = changing();
    for (let made = 0; made < 3000; made += 1) expect(keys.byId(`lost-${made}`)).toBeUndefined();
    change(`${NEW},${OLD}`);
    expect(keys.byId('new')).toBeDefined();
  });

  it('reads the source once for repeated lookups of the same unknown ID', () => {
    const { keys, looks } = changing();
    const before = looks();
    for (let asked = 0; asked < 100; asked += 1) keys.byId('lost');
    expect(looks() - before).toBe(1);
  });

  it('reads the source again before it returns the newest key', () => {
    const { keys, change } = changing();
    expect(keys.newest().id).toBe('old');
    change(`${NEW},${OLD}`);
    expect(keys.newest().id).toBe('new');
    expect(keys.byId('old')).toBeDefined();
    change(NEW);
    expect(keys.newest().id).toBe('new');
    expect(keys.byId('old')).toBeUndefined();
  });
});
