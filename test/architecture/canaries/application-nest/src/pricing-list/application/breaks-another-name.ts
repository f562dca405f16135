// breaks the rule
import { Injectable, Logger } from '@nestjs/common';

@Injectable()
export class Breaks {
  readonly logger = new Logger();
}
