import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The client's IP address; Express knows by TRUST_PROXY whose X-Forwarded-For counts. */
export const ClientAddress = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => context.switchToHttp().getRequest<Request>().ip ?? '',
);
