// breaks the rule
export { Logger } from '@nestjs/common';
