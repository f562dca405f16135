import { Post } from '@nestjs/common';
import {
  answers,
  type Caller,
  Describes,
  Needs,
  PathId,
  RestController,
  SignedIn,
} from '../../../../libs/webapi/index.js';
import { Integrations } from '../../application/integrations.js';
import { ACCESS_RIGHTS } from '../../domain/rights.js';

/** What an integration can do beside the five verbs: get a token (wire.md §6). */
@RestController('access/integrations')
export class RotateController {
  constructor(private readonly integrations: Integrations) {}

  @Post(':id/rotate')
  @Needs(ACCESS_RIGHTS.save)
  @Describes({
    summary: 'Make a new token for an integration and show it, once; the former one is dead',
    answer: answers.secret('Xo5kD1uGkq0yqv3W6p2n8hG4m7rC1tZbJ9eLsVfAwQE'),
    errors: [404],
  })
  rotate(@SignedIn() caller: Caller, @PathId('id') id: number): Promise<string> {
    return this.integrations.rotate(caller, id);
  }
}
