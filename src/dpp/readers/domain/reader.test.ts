import { audiencesOf, LAWFUL_AUDIENCES, audienceOf } from './reader.js';

it('the lawful audiences are no ladder', () => {
  const audiences = audiencesOf(LAWFUL_AUDIENCES.split(','));
  expect([...audiences].map(([name, points]) => [name, [...points]])).toEqual([
    ['legitimate_interest', [1, 2, 4]],
    ['authority', [1, 2, 3]],
  ]);
});

it.each(['authority', 'authority=', 'authority=5', 'authority=2', 'public=1+2', 'A=1', 'a=1=2', '=1'])(
  '%j is no audience',
  (text) => expect(audienceOf(text)).toBeUndefined(),
);
