import { BuiltTexts } from './typeorm-records.js';

describe('built SQL texts', () => {
  const texts = new BuiltTexts();
  const built: string[] = [];
  const ask = (key: string): string =>
    texts.get(key, () => {
      built.push(key);
      return `SELECT ${key}`;
    });

  beforeEach(() => built.splice(0));

  it('are built once', () => {
    expect([ask('a'), ask('a'), ask('b')]).toEqual(['SELECT a', 'SELECT a', 'SELECT b']);
    expect(built).toEqual(['a', 'b']);
  });

  it('are cached by the hundreds, but never very long ones', () => {
    const long = 'x'.repeat(5_000);
    expect([ask(long), ask(long)]).toEqual([`SELECT ${long}`, `SELECT ${long}`]);
    for (let count = 0; count < 600; count += 1) ask(`k${count}`);
    ask('k599');
    ask('k0');
    expect(built.filter((key) => key === long)).toHaveLength(2);
    expect(built.filter((key) => key === 'k599')).toHaveLength(1);
    expect(built.filter((key) => key === 'k0')).toHaveLength(2);
  });
});
