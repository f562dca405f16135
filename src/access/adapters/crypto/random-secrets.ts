import { createHash, randomBytes } from 'node:crypto';
import { Secrets } from '../../ports/secrets.js';

const BYTES = 32;

export class RandomSecrets extends Secrets {
  make(): string {
    return randomBytes(BYTES).toString('base64url');
  }

  digest(token: string): string {
    return createHash('sha256').update(token).digest('hex');
  }
}
