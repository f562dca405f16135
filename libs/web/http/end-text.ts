import type { Response } from 'express';

/** Ends a response with a text of this many bytes in UTF-8. */
export const endText = (response: Response, text: string, bytes: number): void => {
  // If bytes and characters are equally many, the text is ASCII, which is written several times as fast.
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
};
