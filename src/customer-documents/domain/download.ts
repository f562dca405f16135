/** By which route somebody takes a document. */
export const VIAS = ['me', 'public', 'link'] as const;
export type Via = (typeof VIAS)[number];
