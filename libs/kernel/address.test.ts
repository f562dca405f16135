import { addressKey, bareAddress } from './address.js';

describe('addressKey()', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('turns %s into the key "%s"', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  it('returns at most 64 characters for any input', () => {
    expect(addressKey('x'.repeat(500)).length).toBeLessThanOrEqual(64);
    expect(addressKey(`${'f'.repeat(200)}:1`).length).toBeLessThanOrEqual(64);
  });
});

describe('bareAddress()', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:49152', '203.0.113.7'],
    [' 203.0.113.7:1 ', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::1', '::1'],
    ['203.0.113.7:', '203.0.113.7:'],
    ['203.0.113.7:123456', '203.0.113.7:123456'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('turns "%s" into "%s"', (sent, bare) => {
    expect(bareAddress(sent)).toBe(bare);
  });
});
