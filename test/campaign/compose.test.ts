import { composeTrial } from './compose.js';

describe('the Compose example in containers', () => {
  it('starts with few rights, and no price fails while servers and database restart', async () => {
    process.stdout.write(`compose: ${await composeTrial()}\n`);
  });
});
