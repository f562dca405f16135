export type { QueryRunner } from 'typeorm';
