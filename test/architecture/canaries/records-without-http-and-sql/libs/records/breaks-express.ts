// breaks the rule
export type { Request } from 'express';
