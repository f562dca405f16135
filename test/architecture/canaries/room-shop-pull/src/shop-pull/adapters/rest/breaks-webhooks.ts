// breaks the rule
export type { Word } from '../../../webhooks/index.js';
