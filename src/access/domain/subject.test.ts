import { subjectOf } from './subject.js';

it('a user is a subject, whatever name was used', () => {
  expect(subjectOf('admin', 7, 'ada')).toBe('admin:7');
  expect(subjectOf('customer', 7, 'ada@example.com')).toBe('customer:7');
});

it('names that nobody has share few subjects, none of which is a user', () => {
  const subjects = new Set(Array.from({ length: 5_000 }, (_, index) => subjectOf('admin', undefined, `name${index}`)));
  expect(subjects.size).toBeGreaterThan(200);
  expect(subjects.size).toBeLessThanOrEqual(256);
  expect([...subjects].every((subject) => /^admin:\?\d+$/.test(subject))).toBe(true);
  expect(subjectOf('admin', undefined, 'ada')).toBe(subjectOf('admin', undefined, 'ada'));
});
