import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Digests, Uuids } from '../../ports/uuids.js';

@Injectable()
export class RandomUuids extends Uuids {
  next(): string {
    return randomUUID();
  }
}

@Injectable()
export class NodeDigests extends Digests {
  sha256(text: string): string {
    return createHash('sha256').update(text).digest('hex');
  }
}
