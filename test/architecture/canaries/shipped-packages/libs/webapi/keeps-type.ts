export type { Request } from 'express';
