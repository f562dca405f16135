// breaks the rule
import { Inject as Injectable } from '@nestjs/common';

export const decorator = Injectable;
