export type Word = string;
