// breaks the rule
import * as nest from '@nestjs/common';

export const logger = new nest.Logger();
