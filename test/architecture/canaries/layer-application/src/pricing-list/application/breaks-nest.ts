// breaks the rule
export { NestFactory } from '@nestjs/core';
