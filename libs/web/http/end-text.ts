import type { Response } from 'express';

/** Ends a response with a text of this many bytes in UTF-8. */
export const endText = (response: Response, text: string, bytes: number): void => {
  // As many bytes as characters: all of it is ASCII, which is written several times as fast so.
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
};
