import { SecretKeys } from './secret-keys.js';

const [OLD, NEW] = [`old:${'ab'.repeat(32)}`, `new:${'cd'.repeat(32)}`];

/** Keys that somebody else changes, and how often they were looked at. */
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

describe('the keys under which secrets are stored', () => {
  it('are read again for each name that is not known yet, whatever else was looked for in vain', () => {
    const { keys, change } = changing();
    for (let made = 0; made < 3000; made += 1) expect(keys.byId(`lost-${made}`)).toBeUndefined();
    change(`${NEW},${OLD}`);
    expect(keys.byId('new')).toBeDefined();
  });

  it('are looked at once for a name that is asked for again and again', () => {
    const { keys, looks } = changing();
    const before = looks();
    for (let asked = 0; asked < 100; asked += 1) keys.byId('lost');
    expect(looks() - before).toBe(1);
  });

  it('are read again before something is sealed', () => {
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
