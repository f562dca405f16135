import { hash, randomBytes } from 'node:crypto';
import { CREDENTIAL_LENGTH } from '../../domain/oauth/claim.js';
import { Secrets } from '../../ports/secrets.js';

const BYTES = 32;
const ALPHABET = 36;
const FAIR = 256 - (256 % ALPHABET);

export class RandomSecrets extends Secrets {
  generate(): string {
    return randomBytes(BYTES).toString('base64url');
  }

  credential(): string {
    let made = '';
    while (made.length < CREDENTIAL_LENGTH) {
      // Without this limit, the first characters of the alphabet would be more likely.
      for (const byte of randomBytes(BYTES)) if (byte < FAIR) made += (byte % ALPHABET).toString(ALPHABET);
    }
    return made.slice(0, CREDENTIAL_LENGTH);
  }

  digest(token: string): string {
    return hash('sha256', token);
  }
}
