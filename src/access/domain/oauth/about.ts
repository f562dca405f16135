/** Whose a sealed secret is: it can't be opened in the row of another consumer, nor as another of its secrets. */
export const aboutConsumerSecret = (consumerKey: string): string => `oauth consumer secret ${consumerKey}`;
export const aboutAccessSecret = (consumerKey: string): string => `oauth access token secret ${consumerKey}`;
export const aboutRequestSecret = (consumerKey: string): string => `oauth request token secret ${consumerKey}`;
