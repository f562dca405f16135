import { hash, randomBytes } from 'node:crypto';
import { GrantTokens } from '../../ports/grants.js';

export class RandomGrantTokens extends GrantTokens {
  generate(): string {
    return randomBytes(32).toString('base64url');
  }

  digestOf(token: string): string {
    return hash('sha256', token, 'base64url');
  }
}
