import { composeTrial } from './compose.js';

describe('the example for compose, in containers', () => {
  it('comes up guarded, and no price fails while servers are replaced and the database is started again', async () => {
    process.stdout.write(`compose: ${await composeTrial()}\n`);
  });
});
