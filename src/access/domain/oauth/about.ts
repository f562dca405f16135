/** The owner and purpose of an encrypted secret. It cannot be decrypted for another consumer or another purpose. */
export const aboutConsumerSecret = (consumerKey: string): string => `oauth consumer secret ${consumerKey}`;
export const aboutAccessSecret = (consumerKey: string): string => `oauth access token secret ${consumerKey}`;
export const aboutRequestSecret = (consumerKey: string): string => `oauth request token secret ${consumerKey}`;
