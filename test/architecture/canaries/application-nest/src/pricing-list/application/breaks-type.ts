// breaks the rule
import type { OnModuleInit } from '@nestjs/common';

export type Init = OnModuleInit;
