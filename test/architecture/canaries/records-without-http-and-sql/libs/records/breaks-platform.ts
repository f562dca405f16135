// breaks the rule
export { NestExpressApplication } from '@nestjs/platform-express';
