import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../libs/kernel/index.js';
import { AccessLog } from '../ports/access-log.js';

const DAY_MS = 86_400_000;

/** Deletes access log entries after their retention period (passports-readers.md, "Access log"). */
@Injectable()
export class KeepAccessLog {
  constructor(
    private readonly log: AccessLog,
    private readonly clock: Clock,
  ) {}

  prune(days: number): Promise<void> {
    return this.log.removeBefore(new Date(this.clock.now().getTime() - days * DAY_MS));
  }
}
