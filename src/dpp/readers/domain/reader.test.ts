import { audiencesOf, LAWFUL_AUDIENCES, audienceOf } from './reader.js';

it('the lawful audiences read different points, and neither includes the other', () => {
  const audiences = audiencesOf(LAWFUL_AUDIENCES.split(','));
  expect([...audiences].map(([name, points]) => [name, [...points]])).toEqual([
    ['legitimate_interest', [1, 2, 4]],
    ['authority', [1, 2, 3]],
  ]);
});

it.each(['authority', 'authority=', 'authority=5', 'authority=2', 'public=1+2', 'A=1', 'a=1=2', '=1'])(
  'audienceOf rejects %j',
  (text) => expect(audienceOf(text)).toBeUndefined(),
);
